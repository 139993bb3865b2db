import type { DatabaseSync } from 'node:sqlite'
import { commandResponse, type CommandResponse } from '#contract/mqtt/command.ts'
import type { CommandMemory } from '#gateway/answers.ts'
import { readMessage } from '#gateway/checked-json.ts'
import { commandMemory } from '#gateway/answers.ts'

/** Results kept for repeated ids. No source: chosen. */
const KEPT = 200

/**
 * What an edge owes of answers and did of commands, on disk: after a death it says again what nobody acknowledged, and
 * does nothing twice. While the disk takes nothing, the memory does.
 */
export const openCommandBook = (database: DatabaseSync, log: (line: string) => void): CommandMemory => {
  const insert = database.prepare('INSERT INTO answer (command, owed, answer) VALUES (?, ?, ?)')
  const remove = database.prepare('DELETE FROM answer WHERE id = ?')
  const trim = database.prepare(
    'DELETE FROM answer WHERE owed = 0 AND id <= (SELECT max(id) FROM answer WHERE owed = 0) - ?',
  )
  const inHand = commandMemory()
  const rows = new Map<CommandResponse, number>()
  for (const row of database.prepare('SELECT id, owed, answer FROM answer ORDER BY id').all()) {
    const answer = readMessage(commandResponse, Buffer.from(String(row['answer'])))
    if (answer === null) continue
    if (row['owed'] === 1) {
      inHand.owe(answer)
      rows.set(answer, Number(row['id']))
    } else inHand.remember(answer)
  }
  const onDisk = (work: () => void): void => {
    try {
      work()
    } catch (error) {
      log(`an answer could not be kept: ${String(error)}`)
    }
  }
  return {
    owe(answer) {
      inHand.owe(answer)
      onDisk(() => {
        const { lastInsertRowid } = insert.run(answer.id, 1, JSON.stringify(answer))
        rows.set(answer, Number(lastInsertRowid))
      })
    },
    settle(answer) {
      inHand.settle(answer)
      const row = rows.get(answer)
      rows.delete(answer)
      if (row !== undefined) onDisk(() => remove.run(row))
    },
    owed: () => inHand.owed(),
    remember(answer) {
      inHand.remember(answer)
      onDisk(() => {
        insert.run(answer.id, 0, JSON.stringify(answer))
        trim.run(KEPT)
      })
    },
    ended: (id) => inHand.ended(id),
  }
}
