// A decoder that never answers.
process.on('message', () => undefined)
