'use client'

import { type ListPlace, listHref } from '#components/list/list-view.ts'
import { FilterForm, useFilterForm } from '#components/list/use-filter-form.tsx'
import { createValueOptions, NativeSelect } from '#components/ui/form/native-select.tsx'
import { createLazyResolver } from '#lib/api/form-errors.ts'
import type { ProductQuery } from './product-view.tsx'

const resolver = createLazyResolver(async () => (await import('./product-filter-schema.ts')).ProductFilterValues)

type ProductFiltersProps = { place: ListPlace; query: ProductQuery; categories: readonly string[] }

/** Category and price range, stored in the URL. */
export function ProductFilters({ place, query, categories }: ProductFiltersProps) {
  const { category = '', min_price: min, max_price: max } = query
  const { Field, state } = useFilterForm({
    resolver,
    values: { category, min_price: min?.toString() ?? '', max_price: max?.toString() ?? '' },
    hrefFor: (filters) => listHref(place, query, filters),
  })
  const options = createValueOptions(categories, category)
  return (
    <FilterForm {...state} label="Filter products" clearHref={place.path} className="flex flex-wrap">
      <Field
        name="category"
        label="Category"
        className="w-56"
        as={NativeSelect}
        placeholder="Any category"
        options={options}
      />
      <Field name="min_price" label="Price from" className="w-32" inputMode="decimal" />
      <Field name="max_price" label="Price to" className="w-32" inputMode="decimal" />
    </FilterForm>
  )
}
