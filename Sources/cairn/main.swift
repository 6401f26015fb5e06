import CairnCLI
