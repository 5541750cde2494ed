import { Search } from 'lucide-react'
import * as RadixDialog from 'radix-ui/dialog'
import { type ReactNode, useState } from 'react'
import { DialogOverlay, useReturnFocus } from '#components/ui/overlay/dialog.tsx'

type PaletteMoves = { go: (href: string) => void; onClose: () => void }

/** What is typed in the palette, and how it leaves. */
export type PaletteSearch = PaletteMoves & { query: string; onQuery: (query: string) => void }

const label = 'Search and commands'

type PaletteFrameProps = PaletteMoves & { Content: ((search: PaletteSearch) => ReactNode) | undefined }

/** Dialog that takes what is typed before its content is loaded. */
export function PaletteFrame({ Content, ...moves }: PaletteFrameProps) {
  const [query, onQuery] = useState('')
  return (
    <RadixDialog.Root open onOpenChange={moves.onClose}>
      <RadixDialog.Portal>
        <DialogOverlay />
        <RadixDialog.Content
          aria-describedby={undefined}
          {...useReturnFocus()}
          className="fixed inset-x-3 top-3 z-50 mx-auto max-w-xl overflow-hidden rounded-xl border border-line bg-raised shadow-raised outline-none data-[state=open]:animate-rise sm:top-[14dvh]"
        >
          <RadixDialog.Title className="sr-only">{label}</RadixDialog.Title>
          {Content ? (
            <Content query={query} onQuery={onQuery} {...moves} />
          ) : (
            <SearchRow>
              <input {...searchInputProps} aria-label={label} onChange={({ target }) => onQuery(target.value)} />
            </SearchRow>
          )}
        </RadixDialog.Content>
      </RadixDialog.Portal>
    </RadixDialog.Root>
  )
}

export const SearchRow = ({ children }: { children: ReactNode }) => (
  <div className="flex items-center gap-2 border-b border-line px-3">
    <Search aria-hidden="true" className="size-4 shrink-0 text-muted" />
    {children}
  </div>
)

export const searchInputProps = {
  autoFocus: true,
  placeholder: 'Number, name, page or command',
  className: 'h-11 min-w-0 flex-1 bg-transparent text-base outline-none pointer-coarse:text-[1rem]',
}
