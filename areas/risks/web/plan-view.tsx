import type { riskPlanOf } from '#areas/risks/contract/calls.ts'
import type { AnswerOf } from '#kit/contract/call.ts'
import { only } from '#kit/contract/figure.ts'
import { narrowed } from '#kit/web/figure-link.ts'
import { pageOfEntity } from '#kit/web/entity-pages.ts'
import { useFormat } from '#kit/web/i18n/format.ts'
import { useWords } from '#kit/web/i18n/words.ts'
import { Link } from '#kit/web/navigation.ts'
import type { ViewContext } from '#kit/web/resource/list-props.ts'
import { path } from '#kit/web/route.ts'
import { Box, Row } from '#kit/web/ui/layout.tsx'
import { EmptyState, ErrorState, SkeletonRows } from '#kit/web/ui/states.tsx'
import { usePhone } from '#kit/web/ui/use-width.ts'
import { Text } from '#kit/web/ui/text.tsx'
import { LevelChip } from './level-chip.tsx'
import css from './plan.module.css'
import { usePlan } from './risk-api.ts'

type Planned = AnswerOf<typeof riskPlanOf>['object']['risks'][number]

/** As many digits as one may believe. */
const readable = (amount: number) => Number(amount.toPrecision(3))

/** What is done about the risks of a register, the gravest first: actions and measures to come with their dates and cost, and what they are expected to bring. */
export function PlanView({ register, state, onOpen }: Pick<ViewContext, 'state' | 'onOpen'> & { readonly register: number }) {
  const t = useWords('risks')
  const format = useFormat()
  const phone = usePhone()
  const { data, error, refetch } = usePlan(register, { filters: narrowed(state.filters, [only('closed', false)]), search: state.search })
  if (error) return <ErrorState reason={error} onRetry={() => void refetch()} />
  if (!data) return <SkeletonRows />
  if (data.risks.length === 0) return <EmptyState title={t('plan.empty')} text={t('plan.empty_text')} />
  return (
    <Box grow narrows overflow="scrolled" className={css.plan}>
      <Text as="p" below={12} weight={600}>
        {t('plan.total', { cost: format.keuro(data.cost), yearly: format.keuro(data.yearly), days: format.number(data.workload), count: data.actions })}
      </Text>
      <Text as="p" below={12} tone="soft" size={12}>
        {t('plan.how')}
      </Text>
      {phone ? <PlanRows risks={data.risks} onOpen={onOpen} /> : <PlanTable risks={data.risks} onOpen={onOpen} />}
    </Box>
  )
}

interface PlannedProps extends Pick<ViewContext, 'onOpen'> {
  readonly risks: readonly Planned[]
}

function PlanTable({ risks, onOpen }: PlannedProps) {
  const t = useWords('risks')
  const format = useFormat()
  return (
    <Box overflow="scrolled-across" role="region" aria-label={t('matrix.plan')} tabIndex={0}>
      <table>
        <thead>
          <tr>
            <th scope="col">{t('plan.risk')}</th>
            <th scope="col">{t('plan.measure')}</th>
            <th scope="col">{t('plan.due')}</th>
            <th scope="col" data-figure>
              {t('plan.cost')}
            </th>
            <th scope="col">{t('plan.alone')}</th>
            <th scope="col">{t('plan.brings')}</th>
          </tr>
        </thead>
        {risks.map((one) => (
          <tbody key={one.id}>
            {one.steps.map((step, n) => (
              <tr key={`${step.entity} ${step.id}`}>
                {n === 0 ? (
                  <th scope="rowgroup" rowSpan={one.steps.length}>
                    <button type="button" onClick={() => onOpen(one.id)}>
                      <small>{one.identifier}</small> {one.name}
                    </button>
                  </th>
                ) : null}
                <td>
                  <StepName {...step} />
                </td>
                <td data-late={step.late || undefined}>{format.date(step.target_date)}</td>
                <td data-figure>
                  <Cost {...step} />
                </td>
                <td>
                  {step.alone ? <LevelChip level={step.alone.level} impact={step.alone.impact} probability={step.alone.probability} /> : null}
                  <Saves {...step} />
                  {step.alone === null && step.saves === null ? <span title={t('plan.alone_none')}>–</span> : null}
                </td>
                {n === 0 ? (
                  <td rowSpan={one.steps.length}>
                    <Brings {...one} />
                  </td>
                ) : null}
              </tr>
            ))}
          </tbody>
        ))}
      </table>
    </Box>
  )
}

/** The same on a phone: each risk with what is done about it below. */
function PlanRows({ risks, onOpen }: PlannedProps) {
  const t = useWords('risks')
  const format = useFormat()
  return (
    <ul aria-label={t('matrix.plan')}>
      {risks.map((one) => (
        <Text as="li" padY={10} edge="soft-above" key={one.id}>
          <Row wrap align="baseline" tone="soft" size={12} line={18} className={css.line}>
            <Box as="button" grow narrows breaks type="button" onClick={() => onOpen(one.id)}>
              <small>{one.identifier}</small> {one.name}
            </Box>
          </Row>
          <Row wrap align="baseline" tone="soft" size={12} line={18} className={css.line}>
            <Brings {...one} />
          </Row>
          <ul className={css.steps}>
            {one.steps.map((step) => (
              <Row key={`${step.entity} ${step.id}`} as="li" wrap align="baseline" tone="soft" size={12} line={18} className={css.line}>
                <StepName {...step} />
                <span data-late={step.late || undefined}>{format.date(step.target_date)}</span>
                <Cost {...step} />
                {step.alone ? <LevelChip level={step.alone.level} impact={step.alone.impact} probability={step.alone.probability} /> : null}
                <Saves {...step} />
              </Row>
            ))}
          </ul>
        </Text>
      ))}
    </ul>
  )
}

/** From where a risk stands to where all of it brings it. */
const Brings = (one: Planned) => (
  <Text oneLine>
    <LevelChip level={one.current} impact={one.current_impact} probability={one.current_probability} />
    {' → '}
    <LevelChip level={one.expected} impact={one.expected_impact} probability={one.expected_probability} />
  </Text>
)

/** Said at the first risk that it treats; the others say that it is shared. */
function Cost({ cost, entity, shared }: Pick<Planned['steps'][number], 'cost' | 'entity' | 'shared'>) {
  const t = useWords('risks')
  const format = useFormat()
  if (cost === null) return null
  if (shared) return <Text tone="soft">{t('plan.shared')}</Text>
  return <span>{entity === 'measure' ? t('plan.yearly', { cost: format.keuro(cost) }) : format.keuro(cost)}</span>
}

function Saves({ saves, per_kilo_euro: each }: Pick<Planned['steps'][number], 'saves' | 'per_kilo_euro'>) {
  const t = useWords('risks')
  const format = useFormat()
  if (saves === null) return null
  const saved = format.keuro(readable(saves))
  return (
    <Text as="small" tone="soft" size={12} className={css.saves}>
      {each === null ? t('plan.saves', { saved }) : t('plan.saves_each', { saved, each: format.number(readable(each)) })}
    </Text>
  )
}

/** Its record, where the reader has a list of such. */
function StepName({
  entity,
  id,
  identifier,
  name,
}: {
  readonly entity: string
  readonly id: number
  readonly identifier: string
  readonly name: string | null
}) {
  const page = pageOfEntity(entity)
  const text = `${identifier} ${name ?? ''}`
  return page ? <Link to={path(page.path, { id })}>{text}</Link> : text
}
