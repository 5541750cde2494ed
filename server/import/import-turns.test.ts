import { expect, test } from 'vitest'
import { importContent, provideDatabases } from './testing-import.ts'

const { open } = provideDatabases()

test('an import waits for one that writes to the same tables, and for no other, unless it is stopped', async () => {
  const steps: string[] = []
  const step = (name: string) => async () => void steps.push(name)
  let incidents: Promise<unknown> | undefined
  const onWritten = async () => {
    const waits = Promise.withResolvers<void>()
    const stop = new AbortController()
    const rows = [{ number: 'INC1', opened_at: '2026-03-01T10:00:00Z' }]
    incidents = importContent(open(), 'incidents', rows, { onWait: waits.resolve, onWritten: step('incidents') })
    await waits.promise
    const stopped = importContent(open(), 'reviews', [{ number: 'CHG1', pir_outcome: 'failed' }], {
      onWait: () => stop.abort(),
      signal: stop.signal,
    })
    await expect(stopped).rejects.toThrow('aborted')
    await importContent(open(), 'products', [{ id: 'a', name: 'Pen', price: 1 }], { onWritten: step('products') })
    await importContent(open(), 'incidents', rows, { isDryRun: true, onWritten: step('dry run') })
    steps.push('changes')
  }
  await importContent(open(), 'changes', [{ number: 'CHG1', title: 'T', state: 'closed' }], { onWritten })
  await incidents
  expect(steps).toEqual(['products', 'dry run', 'changes', 'incidents'])
})
