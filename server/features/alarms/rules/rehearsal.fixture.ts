// In place of a rehearsal: works until the test says so, and holds its thread meanwhile as real work does.
import { parentPort, workerData } from 'node:worker_threads'

const { order } = workerData as { order: [gate: SharedArrayBuffer, answer: string] }
const [gate, answer] = order
if (answer === 'broken') throw new Error('broken')
Atomics.wait(new Int32Array(gate), 0, 0)
parentPort?.postMessage({ answer })
