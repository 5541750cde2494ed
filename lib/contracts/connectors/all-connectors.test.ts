import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { connectors, reportingConnectors, trackerKinds } from './all-connectors.ts'

const page = readFileSync(join(import.meta.dirname, '../../../docs/connections.md'), 'utf8')

describe('docs/connections.md', () => {
  test.each(reportingConnectors.map(({ label, formats = [label] }) => formats.join(' and ')))(
    'says under a heading how %s sends events',
    (name) => {
      expect(page.split('\n').filter((line) => /^### /.test(line) && line.endsWith(name))).toHaveLength(1)
    },
  )

  test.each(trackerKinds.map((kind) => connectors[kind].label))('says which account %s needs', (name) => {
    expect(page.split('\n').filter((line) => line.startsWith(`**${name}`) && line.endsWith('**'))).toHaveLength(1)
  })
})
