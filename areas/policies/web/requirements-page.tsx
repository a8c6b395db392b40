import { control } from '#areas/policies/contract/control.ts'
import type { RowOf } from '#kit/contract/entity.ts'
import { translate, useWords } from '#kit/web/i18n/words.ts'
import { ListPage } from '#kit/web/resource/list-page.tsx'
import { definePresentation } from '#kit/web/resource/presentation.ts'
import { tagWidth } from '#kit/web/table/text-width.ts'
import { Row } from '#kit/web/ui/layout.tsx'
import { Tag } from '#kit/web/ui/status-badge.tsx'
import { looks } from '#kit/web/ui/status-looks.ts'
import { useRequirementParts } from './requirement-parts.tsx'
import css from './requirements-page.module.css'

type Requirement = RowOf<typeof control>

/** The model that answers most of it, and how many others do. */
function Models({ row: { solutions } }: { readonly row: Requirement }) {
  const kit = useWords('kit')
  const [first, ...others] = (solutions ?? []).toSorted((a, b) => b.share - a.share)
  if (!first) return null
  return (
    <Row as="span" gap={4} narrows className={css.tags} title={(solutions ?? []).map(({ name }) => name).join(', ')}>
      <Tag>{first.name}</Tag>
      {others.length > 0 ? <Tag>{kit('more', { count: others.length })}</Tag> : null}
    </Row>
  )
}

/** Pixels of what is drawn of them. */
const modelsTake = ({ solutions }: Requirement) => {
  const [first, ...others] = solutions ?? []
  return first ? tagWidth(first.name) + (others.length > 0 ? 4 + tagWidth(translate('kit.more', { count: others.length })) : 0) : 0
}

definePresentation(control, {
  cells: { solutions: (row) => <Models row={row} /> },
  takes: { solutions: () => modelsTake },
  widths: { identifier: 100, name: 320, policy: 170, coverage: 170, measures: 90, solutions: 190, perimeters: 190 },
  tones: { coverage: { UNMAPPED: looks.alert, OPEN: looks.waiting, IN_PLACE: looks.done } },
})

const { ordered: _, ...rest } = control
/** What is in force is read here: its text changes in a draft of its policy, what answers it in the panel. */
const inForce = { ...rest, rights: { ...control.rights, create: null, update: null, delete: null } }
const fixed = [{ name: 'in_force', selected_options: [true] }]
const policyOf = (row: Requirement): number => row.policy?.[0]?.id ?? 0

/** Every requirement in force, over all policies that apply somewhere. */
export function Page() {
  const panel = useRequirementParts({ policyOf, perimeter: undefined, applied: true, editable: false })
  return <ListPage entity={inForce} list="requirements" fixed={fixed} panel={panel} />
}
