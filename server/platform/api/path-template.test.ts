import { describe, expect, test } from 'vitest'
import { createPathMatcher } from './read-input.ts'

describe('createPathMatcher', () => {
  const match = createPathMatcher('/api/v1/things/{id}/parts/{part}')

  test.each(['/api/v1/things/a/parts', '/api/v1/things//parts/b', '/api/v1/things/a/parts/b/c', '/api/v1/other'])(
    'does not match %s',
    (path) => {
      expect(match(path)).toBeNull()
    },
  )

  test.each(['%', '%zz', '%C3', '%00', 'a%00b'])('rejects %s, which is not text', (segment) => {
    expect(() => match(`/api/v1/things/${segment}/parts/b`)).toThrow(
      expect.objectContaining({ code: 'invalid_request' }),
    )
  })
})
