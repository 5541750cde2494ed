import type { Page } from 'playwright'
import { showFilterLanguage } from '#e2e/show-filter-language.ts'
import { pagePaths } from '#lib/domain/page-paths.ts'

/** An action on the page of a list. `round` chooses another page or value for each repetition. */
export type ListAction = {
  readonly name: string
  readonly path: string
  /** Ends with the key or click that requests other rows; absent if the page is only opened. */
  readonly act?: (page: Page, round: number) => Promise<void>
}

const of = <Item>(items: readonly Item[], round: number) => items[round % items.length] as Item

const press = (name: string | RegExp) => async (page: Page) => {
  await page.getByRole('navigation', { name: 'Pages' }).getByRole('link', { name }).last().click()
}
const sortBy = (column: string) => async (page: Page) => {
  await page.getByRole('columnheader', { name: column }).getByRole('link').click()
}
const writeFilter = (label: string, expressions: readonly string[]) => async (page: Page, round: number) => {
  const filter = await showFilterLanguage(page, label)
  await filter.click()
  // Completions appear long before a person has typed the filter.
  await page.getByRole('option').first().waitFor()
  await filter.fill(of(expressions, round))
  await page.keyboard.press('Escape')
  await page.keyboard.press('Enter')
}

/** Opens a list, its second page, its last page, and from there the one before. */
const paging = (list: string, path: string): ListAction[] => [
  { name: `${list}: open`, path },
  { name: `${list}: next page`, path, act: press('Next page') },
  { name: `${list}: last page`, path, act: press(/^Page /) },
]

const improvements = `${pagePaths.improvements}?status=all`
const services = ['core-network', 'firewall', 'erp-finance', 'mail-relay', 'reporting', 'data-lake', 'dns-public']
const categories = ['testing', 'monitoring', 'process', 'capacity', 'training']

/** Everything that is measured, in the order of the table. */
export const listActions: readonly ListAction[] = [
  ...paging('users', pagePaths.users),
  { name: 'users: sort by name', path: pagePaths.users, act: sortBy('Name') },
  { name: 'users: newest first', path: `${pagePaths.users}?sort=created_at`, act: sortBy('Added') },

  ...paging('products', pagePaths.products),
  {
    name: 'products: category and price',
    path: pagePaths.products,
    async act(page, round) {
      await page.getByRole('combobox', { name: 'Category' }).selectOption(`category-${1 + (round % 9)}`)
      await page.getByRole('textbox', { name: 'Price to' }).fill(String(900 + round))
      await page.keyboard.press('Enter')
    },
  },

  ...paging('changes', pagePaths.changes),
  { name: 'changes: sort by number', path: pagePaths.changes, act: sortBy('Change') },
  {
    name: 'changes: switch “High risk” on',
    path: pagePaths.changes,
    act: (page) => page.getByRole('button', { name: 'High risk' }).click(),
  },
  {
    name: 'changes: filter by service',
    path: pagePaths.changes,
    act: writeFilter(
      'Filter the changes',
      services.map((service) => `affected_services = ${service}`),
    ),
  },
  {
    name: 'changes: search the titles',
    path: pagePaths.changes,
    async act(page, round) {
      await page.getByRole('textbox', { name: 'Search the changes' }).fill(`ledger 4${round}`)
      await page.keyboard.press('Enter')
    },
  },

  ...paging('improvements', improvements),
  { name: 'improvements: open, to be done', path: pagePaths.improvements },
  { name: 'improvements: sort by title', path: improvements, act: sortBy('Action') },
  {
    name: 'improvements: filter by category',
    path: improvements,
    act: writeFilter(
      'Filter the actions',
      categories.map((category) => `category = ${category}`),
    ),
  },

  ...paging('articles', pagePaths.knowledge),
  {
    name: 'articles: choose a tag',
    path: pagePaths.knowledge,
    async act(page, round) {
      const tags = page.getByRole('navigation', { name: 'Narrow down' }).getByRole('region', { name: 'Tag' })
      await tags.getByRole('link').nth(round).click()
    },
  },
  {
    name: 'articles: search a rare word',
    path: pagePaths.knowledge,
    async act(page, round) {
      // Numbers that occur in article lists of any size.
      await page.getByRole('textbox', { name: 'Search the articles' }).fill(`ref${10 + round}`)
      await page.keyboard.press('Enter')
    },
  },
]
