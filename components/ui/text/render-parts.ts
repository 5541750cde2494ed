import { Children, type ReactNode } from 'react'

/** Elements for the parts of a text, which have no identity and never move: their positions are their keys. */
export const renderParts = <Part>(parts: readonly Part[], render: (part: Part, at: number) => ReactNode): ReactNode =>
  Children.toArray(parts.map(render))
