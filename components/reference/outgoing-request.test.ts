import { describe, expect, it } from 'vitest'
import { addressOf, outgoingRequest } from './outgoing-request.ts'

const shape = {
  method: 'patch',
  path: '/api/itsm/v1/changes/{number}',
  parameters: [
    { name: 'number', place: 'path' },
    { name: 'query', place: 'query' },
    { name: 'limit', place: 'query' },
    { name: 'If-Match', place: 'header' },
  ],
} as const

const request = (values: Record<string, string>) =>
  outgoingRequest(shape, {
    valueOf: (name) => values[name] ?? '',
    body: { type: 'application/merge-patch+json', text: '{}' },
    authorization: 'Bearer abc',
  })

describe('outgoingRequest', () => {
  it('puts each value in its place', () => {
    expect(request({ number: 'CHG 1/2', query: 'a = b', 'If-Match': '"v1"' })).toEqual({
      method: 'PATCH',
      path: '/api/itsm/v1/changes/CHG%201%2F2',
      query: [['query', 'a = b']],
      headers: [
        ['Authorization', 'Bearer abc'],
        ['Content-Type', 'application/merge-patch+json'],
        ['If-Match', '"v1"'],
      ],
      body: '{}',
    })
  })

  it('leaves the name of a parameter of the path that has no value', () => {
    expect(request({}).path).toBe('/api/itsm/v1/changes/{number}')
  })
})

describe('addressOf', () => {
  it('encodes the query', () => {
    expect(addressOf(request({ number: 'CHG1', query: 'a = "x&y"', limit: '5' }))).toBe(
      '/api/itsm/v1/changes/CHG1?query=a%20%3D%20%22x%26y%22&limit=5',
    )
  })

  it('is the path without one', () => {
    expect(addressOf(request({ number: 'CHG1' }))).toBe('/api/itsm/v1/changes/CHG1')
  })
})
