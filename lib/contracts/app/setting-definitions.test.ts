import { expect, test } from 'vitest'
import { getSettingDefinition, type SettingKey } from './setting-definitions.ts'

const accepts = (key: SettingKey, value: unknown) => getSettingDefinition(key).schema.safeParse(value).success
const image = (kind: string, ...bytes: number[]) =>
  `data:image/${kind};base64,${btoa(String.fromCharCode(...bytes, ...Array(12 - (bytes.length % 3)).fill(0)))}`
const png = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]
const webp = [0x52, 0x49, 0x46, 0x46, 1, 2, 3, 4, 0x57, 0x45, 0x42, 0x50]

test.each<[SettingKey, unknown, boolean]>([
  ['organisation_logo', image('png', ...png), true],
  ['organisation_logo', image('jpeg', 0xff, 0xd8, 0xff), true],
  ['organisation_logo', image('webp', ...webp), true],
  ['organisation_logo', image('png', 0xff, 0xd8, 0xff), false],
  ['organisation_logo', `data:image/svg+xml;base64,${btoa('<svg/>')}`, false],
  ['organisation_logo', `${image('png', ...png)}${'A'.repeat(40_000)}`, false],
  ['public_url', 'https://hindsight.example.org', true],
  ['public_url', 'http://127.0.0.1:3000', true],
  ['public_url', 'https://hindsight.example.org/', false],
  ['public_url', 'https://user@hindsight.example.org', false],
  ['public_url', 'ftp://hindsight.example.org', false],
  ['time_zone', 'Europe/Copenhagen', true],
  ['time_zone', 'Europe/Atlantis', false],
  ['time_zone', '+02:00', false],
  ['smtp_host', 'mail.example.org', true],
  ['smtp_host', '::1', true],
  ['smtp_host', 'mail.example.org:25', false],
  ['smtp_host', 'user@mail', false],
  ['oidc_issuer', 'http://login.example.org', false],
  ['oidc_role_map', 'cn=staff,dc=example=viewer; admins = admin;', true],
  ['oidc_role_map', 'staff=owner', false],
  ['oidc_default_role', 'admin', false],
  ['close_code_words', { 'Done OK': 'successful' }, true],
  ['close_code_words', { 'Done OK': 'fine' }, false],
])('%s accepts or rejects a value', (key, value, isAccepted) => {
  expect(accepts(key, value)).toBe(isAccepted)
})
