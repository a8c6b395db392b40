import type { ReactNode } from 'react'
import { program } from '#areas/actions/contract/program.ts'
import { useRecord } from '#kit/web/resource/list-api.ts'
import { useAsOf } from '#kit/web/resource/use-as-of.ts'
import { Row } from '#kit/web/ui/layout.tsx'
import css from './actions.module.css'

/** The name of the plan whose actions stand below, with what the page says of it. */
export function PlanHeading({ id, children }: { readonly id: string; readonly children?: ReactNode }) {
  const { data: plan } = useRecord(program, id, useAsOf())
  return (
    <Row as="section" align="center" wrap padY={10} padX={16} edge="below" tone="soft" className={css.plan} aria-label={plan?.name ?? ''}>
      <h2>{plan?.name}</h2>
      {children}
    </Row>
  )
}
