import { useUnlinked } from '#areas/scores/web/index.ts'
import { useRight } from '#kit/web/api/session.ts'
import { dayOf, daysBetween, useFormat } from '#kit/web/i18n/format.ts'
import { useWords } from '#kit/web/i18n/words.ts'
import { PlainLink } from '#kit/web/plain-link.tsx'
import { path } from '#kit/web/route.ts'
import { Box } from '#kit/web/ui/layout.tsx'
import { Block } from '#kit/web/ui/page.tsx'
import { CountLink } from '#kit/web/ui/count-link.tsx'
import { EmptyState, ErrorState, SkeletonRows } from '#kit/web/ui/states.tsx'
import { Text } from '#kit/web/ui/text.tsx'
import { VisuallyHidden } from '#kit/web/ui/visually-hidden.tsx'
import { listPath, recordPath, useLate, type Place } from './cockpit-api.ts'
import css from './small-blocks.module.css'

/** The actions that are due longest; beside the title, of whose actions they are. */
export function LateBlock({ place }: { readonly place: Place }) {
  const words = useWords('dashboards')
  const answer = useLate(place)
  const { data } = answer
  return (
    <Block
      title={words('late.title')}
      {...(data ? { sub: words(`late.of.${data.of}`) } : {})}
      aside={
        data && data.total > 0 ? (
          <strong className={css.bad}>
            <CountLink count={data.total} to={listPath(data.link, place.on)} label={words('late.title')} />
          </strong>
        ) : null
      }
    >
      {answer.isPending ? <SkeletonRows count={6} /> : null}
      {answer.isError ? <ErrorState reason={answer.error} onRetry={() => void answer.refetch()} /> : null}
      {data && data.total === 0 ? <EmptyState title={words('late.empty')} /> : null}
      {data && data.total > 0 ? (
        <>
          <Box as="ul" grow className={css.rows}>
            {data.first.map((row) => {
              const days = daysBetween(row.target_date, place.on ?? dayOf())
              return (
                <li key={row.id}>
                  <PlainLink to={recordPath('remediation', row.id, place.on) ?? listPath(data.link, place.on)}>
                    <span>
                      <Text as="b" weight={500}>
                        {row.name}
                      </Text>
                      <Text as="small" tone="quiet" size={12} line={16}>
                        {[row.identifier, row.owner ?? row.perimeter].filter(Boolean).join(' · ')}
                      </Text>
                    </span>
                    <strong className={css.bad}>
                      <span aria-hidden>{words('late.days', { days })}</span>
                      <VisuallyHidden>{words('late.late_by', { days })}</VisuallyHidden>
                    </strong>
                  </PlainLink>
                </li>
              )
            })}
          </Box>
          <PlainLink className={css.all} to={listPath(data.link, place.on)}>
            {words('late.all', { count: data.total })}
          </PlainLink>
        </>
      ) : null}
    </Block>
  )
}

/** What a requirement without a model is opened by: where it is linked by whoever may, else in the list of those alone. */
export const unlinkedPath = (policy: number) => path('/org/policies/$id', { id: policy }, { view: 'linking', unlinked: 1 })

/** Requirements that no model answers, policy by policy; each line opens them. */
export function UnlinkedBlock({ perimeter }: { readonly perimeter: number | undefined }) {
  const words = useWords('dashboards')
  const format = useFormat()
  const mayLink = useRight('policy.link')
  const answer = useUnlinked(perimeter)
  const { data } = answer
  const first = data?.objects[0]
  return (
    <Block title={words('unlinked.title')} aside={data ? <strong>{format.number(data.total)}</strong> : null}>
      {answer.isPending ? <SkeletonRows count={3} /> : null}
      {answer.isError ? <ErrorState reason={answer.error} onRetry={() => void answer.refetch()} /> : null}
      {first ? (
        <>
          <ul className={css.lines}>
            {data.objects.slice(0, shownPolicies).map(({ policy, count }) => (
              <li key={policy.id}>
                <PlainLink to={unlinkedPath(policy.id)}>
                  <span>{policy.name}</span>
                  <strong>{format.number(count)}</strong>
                </PlainLink>
              </li>
            ))}
          </ul>
          {data.objects.length > shownPolicies ? (
            <Text as="p" above={8} tone="quiet" size={11} line={16}>
              {words('unlinked.others', { count: data.objects.length - shownPolicies })}
            </Text>
          ) : null}
          {mayLink ? (
            <PlainLink className={css.all} to={unlinkedPath(first.policy.id)}>
              {words('unlinked.link')}
            </PlainLink>
          ) : null}
        </>
      ) : null}
      {data && !first ? <EmptyState title={words('unlinked.none')} /> : null}
    </Block>
  )
}
const shownPolicies = 5
