/// Names of countries, states and large cities, which are capitalized like names of people.
///
/// Names of places that are also common given names or family names (`Florence`, `Lincoln`) are not
/// in the list.
enum PlaceNames {
  /// The names as a set.
  static let all = Set("\(list)".split(whereSeparator: \.isWhitespace).map(String.init))

  /// The names in lower case, separated by spaces and line breaks.
  private static let list: StaticString = """
    aberdeen abuja accra adelaide afghanistan africa agra ahmedabad alabama alaska albania aleppo
    algeria algiers alicante america amman amritsar amsterdam anchorage andorra angola ankara
    antarctica antwerp argentina arizona arkansas armenia asia athens atlanta auckland australia
    austria azerbaijan baghdad bahamas bahrain bali baltimore bandung bangalore bangkok bangladesh
    barbados barcelona bari basel bath beijing beirut belarus belfast belgium belgrade belize
    bengaluru benin bergen berlin bermuda bern bhopal bhutan bilbao birmingham blackpool bogotá
    bolivia bologna bombay bordeaux bosnia boston botswana bournemouth brasília bratislava brazil
    bremen brighton brisbane bristol britain brittany brixton brooklyn bruges brunei brussels
    bucharest budapest buffalo bulgaria busan cairo calcutta calgary california cambodia cambridge
    cameroon canada canberra canterbury caracas cardiff cebu chandigarh chengdu chennai chicago
    chile china cincinnati coimbatore cologne colombia colombo colorado congo connecticut copenhagen
    cork cornwall coventry croatia cuba cyprus czechia dakar dakota damascus davao delaware delhi
    denmark denver derby detroit devon dhaka dnipro doha dortmund dover dresden dubai dublin
    dubrovnik dundee dunedin durban durham düsseldorf ecuador edinburgh edmonton egypt england
    eritrea essen estonia eswatini ethiopia europe exeter fiji finland florida france frankfurt
    gabon galicia galway gambia gdansk gdańsk geelong geneva genoa germany ghana ghent gibraltar
    glasgow goa gothenburg granada greece greenland grenada grimsby guangzhou guatemala guernsey
    guinea gurgaon guyana haiti halifax hamburg hangzhou hanoi harare havana hawaii helsinki
    hiroshima hobart hokkaido holland honduras houston hove huddersfield hungary hyderabad ibiza
    iceland idaho illinois iloilo india indiana indonesia indore inverness iowa ipswich iran iraq
    ireland islamabad istanbul italy jaipur jakarta jamaica japan jerusalem johannesburg kabul
    kampala kanpur kansas karachi kathmandu kazakhstan kentucky kenya kerala kharkiv khartoum kiev
    kigali kingston kinshasa kochi kolkata korea kosovo krakow kraków kuching kuwait kyiv kyoto
    kyrgyzstan lagos lahore lancashire lancaster laos latvia lebanon leeds leicester leipzig lesotho
    liberia libya liechtenstein lille limerick lisbon lithuania liverpool ljubljana london louisiana
    luanda lucknow ludhiana lusaka luxembourg lviv lyon macau macedonia madagascar madeira madrid
    madurai malawi malaysia maldives mali mallorca malmö malta manchester mangalore manhattan manila
    maputo marrakech marseille maryland massachusetts mauritania mauritius mecca melbourne memphis
    mexico miami michigan milwaukee minneapolis minnesota mississippi missouri mogadishu moldova
    monaco mongolia montana montenegro montreal montréal morocco moscow mozambique mumbai munich
    muscat myanmar mysore mysuru nagasaki nagoya nagpur nairobi namibia nantes naples nashik
    nashville nebraska nepal netherlands nevada newcastle newport nicaragua nice nigeria noida
    norway norwich nottingham nuremberg oakland odesa odessa ohio oklahoma omaha oman ontario oregon
    osaka oslo ottawa oxford pakistan palermo palestine panama paraguay paris patna penang
    pennsylvania perth peru peterborough philadelphia philippines phoenix pittsburgh plymouth poland
    pondicherry porto portsmouth portugal poznań prague pretoria pune punjab qatar quebec queensland
    québec reykjavik reykjavík riga riyadh romania rome rotterdam rouen russia rwanda salford
    salzburg samoa santorini sapporo sarajevo scotland seattle senegal seoul serbia seville shanghai
    sheffield shenzhen siberia sicily singapore skopje slovakia slovenia sofia somalia southampton
    spain stockholm stockport strasbourg stuttgart sudan sunderland surabaya surat surrey sussex
    swansea sweden switzerland sydney syria tahiti taipei taiwan tallinn tampere tanzania tasmania
    tauranga tbilisi tehran tennessee texas thailand thiruvananthapuram tianjin tibet tijuana tokyo
    toledo tonga toronto toulouse tripoli tunis tunisia turin turkey turkmenistan uganda ukraine
    uruguay utah utrecht uzbekistan vadodara valencia valletta vancouver vanuatu varanasi venezuela
    venice vermont vienna vietnam vilnius visakhapatnam wales warsaw washington wellington wisconsin
    wollongong wolverhampton wrocław wuhan wyoming yemen yokohama york yorkshire zagreb zambia
    zanzibar zimbabwe zurich zürich
    """
}
