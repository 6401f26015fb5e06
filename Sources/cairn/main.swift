import CairnCLI

await CommandLineTool.main()
