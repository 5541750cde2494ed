import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'

const css = readFileSync(new URL('../../app/globals.css', import.meta.url), 'utf8')

function readTokens(selector: string): Map<string, string> {
  const block = css.slice(css.indexOf(`${selector} {`)).split('}')[0] ?? ''
  return new Map([...block.matchAll(/--([a-z-]+): (#[0-9a-f]{6});/g)].map((found) => [found[1] ?? '', found[2] ?? '']))
}

/** Computes relative luminance as WCAG 2.2 defines it, from 0 to 1. */
function luminance(hex: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
    const channel = Number.parseInt(hex.slice(at, at + 2), 16) / 255
    return channel <= 0.04045 ? channel / 12.92 : ((channel + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

function ratio(one: string, other: string): number {
  const [light = 0, dark = 0] = [luminance(one), luminance(other)].toSorted((a, b) => b - a)
  return (light + 0.05) / (dark + 0.05)
}

const grounds = ['bg', 'surface', 'raised', 'sunken']
const tones = ['accent', 'success', 'warning', 'danger', 'info']

const textPairs = [
  ...['ink', 'muted', ...tones.map((tone) => `${tone}-text`)].flatMap((text) => grounds.map((on) => [text, on])),
  ...tones.flatMap((tone) => [`${tone}-text`, 'ink', 'muted'].map((text) => [text, `${tone}-soft`])),
  ...['accent', 'danger'].flatMap((tone) => [tone, `${tone}-hover`].map((on) => [`on-${tone}`, on])),
  ['bg', 'ink'],
]

const edgePairs = [
  ...['line-strong', 'focus', ...tones].flatMap((edge) => grounds.map((on) => [edge, on])),
  ...tones.map((tone) => [tone, `${tone}-soft`]),
]

describe.each([':root', '.dark'])('tokens of %s', (selector) => {
  const tokens = readTokens(selector)
  const colour = (name: string | undefined) => {
    const value = tokens.get(name ?? '')
    if (!value) throw new Error(`${selector} has no token --${name}`)
    return value
  }

  test.each(textPairs)('text %s on %s is at least 4.5:1', (text, on) => {
    expect(ratio(colour(text), colour(on))).toBeGreaterThanOrEqual(4.5)
  })

  test.each(edgePairs)('edge %s on %s is at least 3:1', (edge, on) => {
    expect(ratio(colour(edge), colour(on))).toBeGreaterThanOrEqual(3)
  })
})

test('both themes have the same tokens', () => {
  expect([...readTokens('.dark').keys()]).toEqual([...readTokens(':root').keys()])
})
