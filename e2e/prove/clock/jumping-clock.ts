/**
 * Imported before the server in a process of its own: its clock is off by the milliseconds that the file
 * `HINDSIGHT_PROVE_CLOCK` names, read again at SIGUSR2. Timers run on as they do when a machine's clock is set.
 */
import { readFileSync } from 'node:fs'

const file = process.env.HINDSIGHT_PROVE_CLOCK ?? ''
const RealDate = Date
let offset = 0

const readOffset = () => {
  offset = Number(readFileSync(file, 'utf8'))
}
readOffset()
process.on('SIGUSR2', readOffset)

globalThis.Date = new Proxy(RealDate, {
  construct(target, given, newTarget) {
    const values = given.length === 0 ? [target.now() + offset] : given
    return Reflect.construct(target, values, newTarget)
  },
  get: (target, name, receiver) =>
    name === 'now' ? () => RealDate.now() + offset : Reflect.get(target, name, receiver),
})
