import { CircleAlert, CircleCheck } from 'lucide-react'
import { failureText } from '#kit/web/api/client.ts'
import { renewed } from '#kit/web/api/queries.ts'
import { holds, useSession } from '#kit/web/api/session.ts'
import { useWords } from '#kit/web/i18n/words.ts'
import { Link } from '#kit/web/navigation.ts'
import { path } from '#kit/web/route.ts'
import { Button } from '#kit/web/ui/button.tsx'
import { toast } from '#kit/web/ui/toast.ts'
import { useSubmit } from '#kit/web/ui/use-submit.ts'
import type { Project } from '#areas/projects/web/presentation.tsx'
import { Grid, Row } from '#kit/web/ui/layout.tsx'
import { Text } from '#kit/web/ui/text.tsx'
import { prepare, useDemands } from './classify-api.ts'
import css from './project.module.css'

/** What a project must do as critical as it is; what is missing is made at once. */
export function ProjectRequirements({ row }: { readonly row: Project }) {
  const t = useWords('projects')
  const who = useSession()
  const { data } = useDemands(row)
  const [submit, busy] = useSubmit(async () => {
    try {
      toast.success((await prepare(row)) ?? '')
    } catch (reason) {
      toast.error(failureText(reason))
    } finally {
      await renewed()
    }
  })
  if (!data) return null
  const missing = data.filter(({ done }) => done === null)
  const may = row.edit_right_regular && row.status === 'ONGOING' && holds(who, 'isp_project.manage')
  return (
    <section className={css.card} aria-label={t('demands.title')}>
      <header>
        <h2>{t('demands.title')}</h2>
      </header>
      {data.length === 0 ? <p className={css.soft}>{t(row.criticality ? 'demands.none' : 'demands.unknown')}</p> : null}
      <Grid as="ul" className={css.demands}>
        {data.map(({ kind, id, name, done }) => (
          <Text as="li" align="center" edge="above" key={`${kind} ${id}`}>
            {done ? <CircleCheck size={15} aria-hidden data-ok /> : <CircleAlert size={15} aria-hidden data-warn />}
            <span>
              <small>{t(`demands.${kind}`)}</small> {name}
            </span>
            {done && done.hidden !== true ? (
              <Link to={kind === 'ACTION' ? path('/actions/filtered', { id: done.id }) : path('/ops/campaigns/$id', { id: done.id })}>{done.name}</Link>
            ) : (
              <Text as="em" tone="soft" upright>
                {done ? done.name : t(`demands.missing.${kind}`)}
              </Text>
            )}
          </Text>
        ))}
      </Grid>
      {may && missing.length > 0 ? (
        <Row gap={8} align="center" spread="between" wrap>
          <Button size="sm" loading={busy} onClick={submit}>
            {t('demands.prepare')}
          </Button>
        </Row>
      ) : null}
    </section>
  )
}
