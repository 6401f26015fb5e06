import CairnCLI

CommandLineTool.main()
