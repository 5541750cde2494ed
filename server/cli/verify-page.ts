import { verifyPacks, type ZippedPack } from '#lib/ledger/pack.ts'

// The script of `verify.html` in an evidence pack. The chosen files never leave the page.

function find<Found extends HTMLElement>(id: string): Found {
  const element = document.getElementById(id)
  if (!element) throw new Error(`The page has no ${id}.`)
  return element as Found
}

async function readChosen(id: string): Promise<ZippedPack[]> {
  const [file] = find<HTMLInputElement>(id).files ?? []
  return file ? [{ name: `${id} (${file.name})`, zip: new Uint8Array(await file.arrayBuffer()) }] : []
}

function show(heading: string, lines: readonly string[], className: string): void {
  const section = document.createElement('section')
  section.className = className
  section.append(Object.assign(document.createElement('h2'), { textContent: heading }))
  const items = lines.map((line) => Object.assign(document.createElement('li'), { textContent: line }))
  const list = document.createElement('ul')
  list.append(...items)
  section.append(list)
  find('result').append(section)
}

find('form').addEventListener('submit', async (event) => {
  event.preventDefault()
  find('result').replaceChildren()
  try {
    const packs = [...(await readChosen('Earlier')), ...(await readChosen('Later'))]
    const { proven, notes, faults } = verifyPacks(packs, find<HTMLInputElement>('key').value)
    if (faults.length > 0) show('Not as it was', faults, 'fault')
    if (notes.length > 0) show('For you to judge', notes, 'note')
    if (proven.length > 0) show('Proven', proven, 'proven')
  } catch (error) {
    show('Not verified', [error instanceof Error ? error.message : String(error)], 'fault')
  }
})
