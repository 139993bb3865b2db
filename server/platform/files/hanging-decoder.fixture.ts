// A decoder that is there and never answers.
process.on('message', () => undefined)
process.send?.({ no: 0, ok: false })
