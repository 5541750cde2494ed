import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { JsonDocument } from './json-document.tsx'

const renderText = (value: unknown) =>
  renderToStaticMarkup(<JsonDocument value={value} />)
    .replace(/<[^>]+>/g, ' ')
    .replace(/\s+/g, ' ')
    .trim()

test('steps, facts, lists and tables can be read without a brace', () => {
  const text = renderText({
    approved: false,
    window: { start: '2026-03-01T22:00:00Z', day: '2026-03-01' },
    steps: [{ title: 'Stop', owner: null }, { title: 'Start' }],
    services: ['payments', 'ledger'],
    risks: [
      { risk: 'Lag', impact: 'high' },
      { risk: 'Lock', impact: 'low' },
    ],
  })
  expect(text).toBe(
    'Approved No Window Start 1 Mar 2026, 22:00 Day 1 Mar 2026 Steps 1 Stop Owner None recorded 2 Start ' +
      'Services payments ledger Risks Risk Impact Lag high Lock low',
  )
})

test('markup in a document stays text', () => {
  expect(renderToStaticMarkup(<JsonDocument value={{ note: '<img src=x onerror=alert(1)>' }} />)).not.toContain('<img')
})
