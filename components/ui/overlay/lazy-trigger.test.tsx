import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { Button } from '#components/ui/button.tsx'
import { LazyTrigger } from './lazy-trigger.tsx'

test('the trigger says what it opens before the code of that is loaded', () => {
  const html = renderToStaticMarkup(
    <LazyTrigger haspopup="menu" load={() => Promise.resolve()} onOpen={() => {}}>
      <Button className="wide">More</Button>
    </LazyTrigger>,
  )
  expect(html).toMatch(/^<button [^>]*aria-haspopup="menu" aria-expanded="false"[^>]*>More<\/button>$/)
})
