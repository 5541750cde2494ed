import { closeSync, fdatasyncSync, openSync, readFileSync, writeSync } from 'node:fs'

export type WriteKind = 'patch' | 'improvement' | 'step' | 'completion' | 'reopening'

export type Acknowledgement = {
  readonly kind: WriteKind
  readonly requestId: string
  /** Identifier of the record that was written. */
  readonly record: string
  /** What was written: the value of a field, or the key of a POST. */
  readonly value: string
}

export type Acknowledgements = {
  /** Puts it on disk before it returns: the killer knows of every write that the service said was done. */
  keep(acknowledgement: Acknowledgement): void
  count(): number
  /** Reads them back from disk. */
  readAll(): Acknowledgement[]
  close(): void
}

export function keepAcknowledgements(file: string): Acknowledgements {
  const handle = openSync(file, 'ax')
  let count = 0
  return {
    keep(acknowledgement) {
      writeSync(handle, `${JSON.stringify(acknowledgement)}\n`)
      fdatasyncSync(handle)
      count += 1
    },
    count: () => count,
    readAll: () =>
      readFileSync(file, 'utf8')
        .split('\n')
        .flatMap((line) => (line === '' ? [] : [JSON.parse(line)])),
    close: () => closeSync(handle),
  }
}
