import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { settingSections } from '#components/admin/settings/sections.ts'
import { getSettingDefinition, settingKeys } from '#lib/contracts/app/setting-definitions.ts'
import { projectDir } from '#server/platform/project-dir.ts'

const document = readFileSync(join(projectDir(), 'docs/configuration.md'), 'utf8').split('\n')
const fields = settingSections.flatMap((section) => section.fields)

test('an admin finds each setting in one section of the page', () => {
  const others = ['is_setup_dismissed']
  expect([...fields.map(({ key }) => key as string), ...others].toSorted()).toEqual(settingKeys.toSorted())
})

test.each(settingSections)('docs/configuration.md lists the settings of $title', (section) => {
  const row = document.find((line) => line.startsWith(`| ${section.title} |`))?.toLowerCase() ?? ''
  expect(section.fields.map(({ label }) => label.toLowerCase()).filter((label) => !row.includes(label))).toEqual([])
})

test('the hint of a number states the default that holds while it is empty', () => {
  const stated = fields.flatMap(({ key, hint }) => {
    const [, text] = /Empty: (\S+)\./.exec(hint ?? '') ?? []
    return text === undefined ? [] : [[key, text === 'forever' ? null : Number(text)]]
  })
  expect(stated.length).toBeGreaterThan(5)
  expect(stated).toEqual(
    stated.map(([key]) => [key, getSettingDefinition(key as (typeof fields)[number]['key']).default]),
  )
})
