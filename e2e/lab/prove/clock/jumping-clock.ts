/**
 * Imported before the server in a separate process: its clock is shifted by the milliseconds in the file
 * `HINDSIGHT_PROVE_CLOCK`, which is read again on SIGUSR2. Timers are unaffected, as when the clock of a machine is
 * set.
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
  construct(target, args, newTarget) {
    const values = args.length === 0 ? [target.now() + offset] : args
    return Reflect.construct(target, values, newTarget)
  },
  get: (target, name, receiver) =>
    name === 'now' ? () => RealDate.now() + offset : Reflect.get(target, name, receiver),
})
