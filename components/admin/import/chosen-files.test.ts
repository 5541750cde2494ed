import { strFromU8, unzipSync } from 'fflate'
import { expect, test } from 'vitest'
import { combineFiles } from './chosen-files.ts'

const chosen = (path: string, text = 'x') => ({ path, file: new File([text], path.split('/').at(-1) ?? path) })

test('one file is sent as it is', async () => {
  const one = chosen('rows.csv')
  expect(await combineFiles([one])).toBe(one.file)
})

test('a folder of Markdown becomes an archive, in which other files are only named', async () => {
  const file = await combineFiles([chosen('kb/a.md', '# A'), chosen('kb/sub/b.markdown', '# B'), chosen('kb/logo.png')])
  expect(file.name).toBe('kb.zip')
  const entries = unzipSync(new Uint8Array(await file.arrayBuffer()))
  expect(Object.fromEntries(Object.entries(entries).map(([path, bytes]) => [path, strFromU8(bytes)]))).toEqual({
    'kb/a.md': '# A',
    'kb/sub/b.markdown': '# B',
    'kb/logo.png': '',
  })
})

test('several other files are rejected with what to do', async () => {
  await expect(combineFiles([chosen('a.csv'), chosen('b.csv')])).rejects.toThrow('Choose one file.')
  await expect(combineFiles([])).rejects.toThrow('No file was chosen.')
})
