import GstEditCommands

await GstEditCommand.main()
