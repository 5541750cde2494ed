import type { ReactNode } from 'react'

type PageHeaderProps = {
  title: ReactNode
  meta?: ReactNode
  description?: ReactNode
  actions?: ReactNode
}

/** The top of every page: its one `h1` and its actions. */
export function PageHeader({ title, meta, description, actions }: PageHeaderProps) {
  return (
    <header className="mb-4 flex flex-wrap items-start justify-between gap-x-6 gap-y-3">
      <div className="min-w-0 flex-1 basis-72">
        <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
          <h1 className="text-xl font-semibold tracking-tight wrap-anywhere">{title}</h1>
          {meta}
        </div>
        {description ? <p className="mt-0.5 max-w-prose text-sm text-muted text-pretty">{description}</p> : null}
      </div>
      {actions ? <div className="flex flex-wrap items-center gap-2 max-sm:grow">{actions}</div> : null}
    </header>
  )
}
