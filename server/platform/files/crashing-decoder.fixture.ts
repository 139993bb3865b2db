// A decoder that dies of what it is given.
process.on('message', () => process.kill(process.pid, 'SIGSEGV'))
