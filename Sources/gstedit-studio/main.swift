import Studio
