// Keys for those who prefer them to a mouse.

document.addEventListener("keydown", (event) => {
  const field = event.target;
  if ((event.ctrlKey || event.metaKey) && event.key === "Enter" && field.form) {
    const button = field.form.querySelector("button.main") ?? field.form.querySelector("button");
    if (button && !button.disabled) field.form.requestSubmit(button);
    return;
  }
  if (event.ctrlKey || event.metaKey || event.altKey) return;
  if (field.matches("input, textarea, select") || field.isContentEditable) return;
  if (event.key === "/") {
    event.preventDefault();
    const search = document.getElementById("query");
    if (search) search.focus();
    else location.assign("/captures");
  } else if (event.key === "n") {
    event.preventDefault();
    location.assign("/capture");
  } else if (event.key === "e") {
    document.querySelector('.toolbar a[href$="/edit"]')?.click();
  }
});
