'use client'

import { useRouter } from 'next/navigation'
import { useTransition } from 'react'
import { useForm } from 'react-hook-form'
import { type ListPlace, listHref } from '#components/list/list-view.ts'
import { Button } from '#components/ui/button.tsx'
import { ButtonLink } from '#components/ui/button-link.tsx'
import { Field } from '#components/ui/form/field.tsx'
import { Input } from '#components/ui/form/input.tsx'
import { NativeSelect } from '#components/ui/form/native-select.tsx'
import { lazyResolver } from '#lib/api/lazy-resolver.ts'
import type { ProductFilterValues } from './product-filter-schema.ts'
import type { ProductQuery } from './product-view.tsx'

const resolver = lazyResolver(async () => (await import('./product-filter-schema.ts')).ProductFilterValues)

type ProductFiltersProps = { place: ListPlace; query: ProductQuery; categories: readonly string[] }

/** Category and price range, stored in the address. */
export function ProductFilters({ place, query, categories }: ProductFiltersProps) {
  const router = useRouter()
  const [isApplying, startApplying] = useTransition()
  const values: ProductFilterValues = {
    category: query.category ?? '',
    min_price: query.min_price?.toString() ?? '',
    max_price: query.max_price?.toString() ?? '',
  }
  const form = useForm<ProductFilterValues>({ resolver, values })
  const { errors } = form.formState
  const apply = form.handleSubmit((filters) => {
    startApplying(() => router.push(listHref(place, query, filters)))
  })
  const isFiltered = Object.values(values).some((value) => value !== '')

  return (
    <form onSubmit={apply} noValidate aria-label="Filter products" className="mb-4 flex flex-wrap items-start gap-3">
      <Field label="Category" name="category" error={errors.category?.message} className="w-56">
        <NativeSelect
          {...form.register('category')}
          placeholder="Any category"
          options={withSelected(categories, values.category).map((value) => ({ value, label: value }))}
        />
      </Field>
      <Field label="Price from" name="min_price" error={errors.min_price?.message} className="w-32">
        <Input inputMode="decimal" {...form.register('min_price')} />
      </Field>
      <Field label="Price to" name="max_price" error={errors.max_price?.message} className="w-32">
        <Input inputMode="decimal" {...form.register('max_price')} />
      </Field>
      <div className="flex gap-2 sm:mt-6">
        <Button type="submit" busy={isApplying}>
          Apply
        </Button>
        {isFiltered ? (
          <ButtonLink href={place.path} variant="ghost">
            Clear
          </ButtonLink>
        ) : null}
      </div>
    </form>
  )
}

/** Keeps a category from the address in the options, even if no product has it. */
const withSelected = (categories: readonly string[], selected: string) =>
  selected === '' || categories.includes(selected) ? categories : [selected, ...categories]
