import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { OwnZone } from '#components/ui/time/clock.tsx'
import { WindowTable } from './window-table.tsx'

test('a window says in which zone its times are', () => {
  const start = '2026-03-01T20:00:00.000Z'
  const window = { planned_start: start, planned_end: null, actual_start: start, actual_end: null }
  const html = renderToStaticMarkup(
    <OwnZone zone="Asia/Tokyo">
      <WindowTable window={window} />
    </OwnZone>,
  )
  expect(html).toContain('02 Mar 2026, 05:00')
  expect(html).toContain('Times are in Asia/Tokyo (UTC+9).')
})
