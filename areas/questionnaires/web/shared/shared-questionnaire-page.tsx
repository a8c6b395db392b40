import { useQuery } from '@tanstack/react-query'
import { CopyPlus, RefreshCw } from 'lucide-react'
import type { readSharedQuestionnaire } from '#areas/questionnaires/contract/calls.ts'
import { textIn } from '#areas/questionnaires/contract/structure.ts'
import { copyQuestionnaire, renewQuestionnaire } from '#areas/questionnaires/web/copy.ts'
import { Player } from '#areas/questionnaires/web/play/player.tsx'
import { api } from '#kit/web/api/client.ts'
import { useRight } from '#kit/web/api/session.ts'
import { useLanguage } from '#kit/web/i18n/store.ts'
import { useWords } from '#kit/web/i18n/words.ts'
import { useNavigate, useParams } from '#kit/web/navigation.ts'
import { path } from '#kit/web/route.ts'
import { Button, ButtonLink } from '#kit/web/ui/button.tsx'
import { Grid } from '#kit/web/ui/layout.tsx'
import { Page as Sheet, PageHeading, PageToolbar } from '#kit/web/ui/page.tsx'
import { ErrorState, SkeletonRows } from '#kit/web/ui/states.tsx'
import css from './shared.module.css'

/** One shared questionnaire: what it asks, played, and the copy that is made of it. */
export function Page() {
  const t = useWords('questionnaires')
  const lang = useLanguage()
  const navigate = useNavigate()
  const { id } = useParams<'/admin/catalog/questionnaires/$id'>()
  const mayCopy = useRight('questionnaire.write')
  const one = useQuery({
    queryKey: ['questionnaire', 'shared', id],
    queryFn: ({ signal }) => api.call<typeof readSharedQuestionnaire>('GET /questionnaire/shared/{id}', { params: { id }, signal }),
    select: ({ object }) => object,
  })
  if (one.isError) return <ErrorState reason={one.error} onRetry={() => void one.refetch()} />
  if (!one.data) {
    return (
      <Sheet>
        <SkeletonRows count={12} />
      </Sheet>
    )
  }
  const { structure, own, name, description } = one.data
  return (
    <Sheet>
      <PageToolbar>
        <PageHeading title={name ?? ''} text={t('builder.counts', { sections: structure.sections.length, questions: one.data.questions })} />
        {own ? (
          <ButtonLink to={path('/org/questionnaires/$id', { id: own.id })}>{t('shared.to_own', { identifier: own.identifier ?? own.name ?? '' })}</ButtonLink>
        ) : null}
        {mayCopy && own && one.data.changed ? (
          <Button
            icon={<RefreshCw size={14} aria-hidden />}
            onClick={() =>
              renewQuestionnaire(
                one.data,
                { id: own.id, called: own.identifier ?? own.name ?? '' },
                (copy) => void navigate({ to: path('/org/questionnaires/$id', { id: copy }) }),
              )
            }
          >
            {t('shared.renew', { identifier: own.identifier ?? own.name ?? '' })}
          </Button>
        ) : null}
        {mayCopy ? (
          <Button
            variant="primary"
            icon={<CopyPlus size={14} aria-hidden />}
            onClick={() => copyQuestionnaire(one.data, (copy) => void navigate({ to: path('/org/questionnaires/$id', { id: copy }) }))}
          >
            {t('shared.copy')}
          </Button>
        ) : null}
      </PageToolbar>
      <Grid grow shortens edge="above" className={css.whole}>
        <div className={css.content} role="region" aria-label={name ?? ''} tabIndex={0}>
          {description ? <p className={css.lead}>{description}</p> : null}
          {structure.sections.map((section, s) => (
            <section key={section.key} aria-label={textIn(section, 'title', lang)}>
              <h2>
                {s + 1} {textIn(section, 'title', lang)}
              </h2>
              <ol>
                {section.questions.map((question, q) => (
                  <Grid as="li" padY={4} tone="soft" key={question.key}>
                    <span>
                      {s + 1}.{q + 1}
                    </span>
                    {textIn(question, 'text', lang)}
                  </Grid>
                ))}
              </ol>
            </section>
          ))}
        </div>
        <aside className={css.player} aria-label={t('play.title')}>
          <Player structure={structure} />
        </aside>
      </Grid>
    </Sheet>
  )
}
