import { expect, test } from 'vitest'
import { buildContentSecurityPolicy, dataSecurityPolicy } from './response.ts'

const readDirectives = (policy: string) =>
  Object.fromEntries(policy.split('; ').map((directive) => directive.split(/ (.*)/, 2))) as Record<string, string>

test('allows only scripts with the nonce, and no embedding or form submission elsewhere', () => {
  expect(readDirectives(buildContentSecurityPolicy('abc'))).toEqual({
    'default-src': "'self'",
    'script-src': "'self' 'nonce-abc' 'strict-dynamic'",
    'style-src': "'self' 'unsafe-inline'",
    'img-src': "'self' data: https:",
    'font-src': "'self'",
    'connect-src': "'self'",
    'object-src': "'none'",
    'base-uri': "'none'",
    'form-action': "'self'",
    'frame-ancestors': "'none'",
  })
})

test('allows no scripts in a response that is not a page', () => {
  expect(readDirectives(dataSecurityPolicy)).toEqual({ 'default-src': "'none'", 'frame-ancestors': "'none'" })
})
