import { expect, it } from 'vitest'
import { contentSecurityPolicy, dataSecurityPolicy } from './content-security-policy.ts'

const directivesOf = (policy: string) =>
  Object.fromEntries(policy.split('; ').map((directive) => directive.split(/ (.*)/, 2))) as Record<string, string>

it('runs only scripts of the page, by its nonce, and embeds and submits nothing elsewhere', () => {
  expect(directivesOf(contentSecurityPolicy('abc'))).toEqual({
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

it('lets nothing run in what is no page', () => {
  expect(directivesOf(dataSecurityPolicy)).toEqual({ 'default-src': "'none'", 'frame-ancestors': "'none'" })
})
