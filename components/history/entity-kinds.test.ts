import { expect, test } from 'vitest'
import { recordHref } from './entity-kinds.ts'

test.each([
  ['change', 'CHG0000042', '/changes/CHG0000042'],
  ['review', 'PIR-2026-0042', '/reviews/PIR-2026-0042'],
  ['article', 'KB 1', '/knowledge/KB%201'],
  ['import', 'imp_1', undefined],
  ['account', 'acc_1', undefined],
])('links a manager from %s %s to %s', (entity_type, entity_id, href) => {
  expect(recordHref({ action: 'update', entity_type, entity_id }, false)).toBe(href)
})

test('links admins to accounts and tokens, and nobody to deleted records', () => {
  expect(recordHref({ action: 'create', entity_type: 'account', entity_id: 'acc_1' }, true)).toBe('/admin/accounts')
  expect(recordHref({ action: 'delete', entity_type: 'improvement', entity_id: 'imp_1' }, true)).toBeUndefined()
})
