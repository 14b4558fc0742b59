import Studio

await StudioCommand.main()
