/**
 * Whoever reads what a command prints may leave before its end, as `head` does: the command does what it was called for, and
 * says nothing of it. Called before anything is printed.
 */
export const letReadersLeave = (): void => {
  for (const stream of [process.stdout, process.stderr])
    stream.on('error', (error: NodeJS.ErrnoException) => {
      if (error.code !== 'EPIPE') throw error
    })
}
