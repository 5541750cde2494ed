import { AppError } from '#server/platform/errors.ts'
import { assertStorable } from '#server/platform/http/read-body.ts'

/** Returns a function that reads the parameters of a path such as `/api/v1/users/{id}`; null for any other path. */
export function createPathMatcher(template: string): (pathname: string) => Record<string, string> | null {
  const names = [...template.matchAll(/\{(\w+)\}/g)].map(([, name]) => name ?? '')
  const pattern = new RegExp(`^${template.replaceAll('.', '\\.').replace(/\{\w+\}/g, '([^/]+)')}$`)
  return (pathname) => {
    const values = pattern.exec(pathname)?.slice(1)
    return values ? Object.fromEntries(names.map((name, index) => [name, decodeSegment(values[index] ?? '')])) : null
  }
}

function decodeSegment(segment: string): string {
  const value = percentDecoded(segment)
  assertStorable(value, 'The path')
  return value
}

function percentDecoded(segment: string): string {
  try {
    return decodeURIComponent(segment)
  } catch {
    throw new AppError('invalid_request', `The path contains ${segment}, which is not valid percent-encoding.`)
  }
}
