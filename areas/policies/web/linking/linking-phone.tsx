import { ArrowDown, ArrowUp, Check, CircleCheck, Plus, Search, SlidersHorizontal, Undo2, X } from 'lucide-react'
import { useState } from 'react'
import { acceptedAbove } from '#areas/policies/contract/linking.ts'
import { useFormat } from '#kit/web/i18n/format.ts'
import { useWords } from '#kit/web/i18n/words.ts'
import { Button, IconButton } from '#kit/web/ui/button.tsx'
import { Modal } from '#kit/web/ui/modal.tsx'
import { EmptyState } from '#kit/web/ui/states.tsx'
import { TextInput } from '#kit/web/ui/text-input.tsx'
import { Confidence } from './confidence.tsx'
import { Filters } from './linking-toolbar.tsx'
import css from './linking-phone.module.css'
import { ModelList } from './model-list.tsx'
import { NearTags } from './near-tags.tsx'
import { Track } from './progress-bar.tsx'
import type { LinkingScreen } from './use-linking-screen.ts'
import { wholeText } from './whole-text.ts'

interface LinkingPhoneProps {
  readonly screen: LinkingScreen
  readonly onAccept: () => Promise<void>
  readonly busy: boolean
}

/** One requirement a screen; linking goes on to the next that is to be linked. */
export function LinkingPhone({ screen, onAccept, busy }: LinkingPhoneProps) {
  const t = useWords('policies')
  const format = useFormat()
  const [sheet, setSheet] = useState<'search' | 'options'>()
  const { progress, order, row, picker, linking, sources } = screen
  const at = order.findIndex(({ id }) => id === row?.id)
  const waits = row?.solutions.some((each) => each.to_confirm) ?? false
  const last = [...linking.kept].findLast(([, { edit }]) => edit)
  const lastRow = last && order.find(({ id }) => id === last[0])
  const failure = [...linking.failures].at(-1)
  const chosen = picker.ticked
  const { title, text } = wholeText(row?.name ?? row?.identifier ?? '', sources?.description)
  return (
    <div className={css.phone}>
      <div className={css.top}>
        <Track progress={progress} />
        <p>
          <span>
            <b>{format.number(progress.linked)}</b> {t('linking.progress_rest', { count: progress.total })}
          </span>
          <span>
            <b>{format.number(progress.suggested)}</b> {t('linking.suggested')}
          </span>
          <IconButton label={t('linking.options')} onClick={() => setSheet('options')}>
            <SlidersHorizontal size={16} />
          </IconButton>
        </p>
      </div>
      <div className={css.scroll}>
        {row ? (
          <>
            <header className={css.requirement}>
              <p>
                {row.identifier !== row.name ? row.identifier : null}
                {at >= 0 ? <span>{t('linking.rank', { at: format.number(at + 1), count: format.number(order.length) })}</span> : null}
              </p>
              <h3>{title}</h3>
              {text ? <p className={css.description}>{text}</p> : null}
              {row.solutions.map((each) => (
                <p key={each.id} className={css.has}>
                  {each.identifier} {each.name} · {format.percent(each.share, 2)}
                </p>
              ))}
              <NearTags near={sources?.near ?? []} />
            </header>
            <section className={css.offered} aria-label={t('linking.offered')}>
              <h4>
                {t('linking.offered')} <span>{t('linking.one_or_more')}</span>
              </h4>
              {picker.list.map((pick) => (
                <label key={pick.id} className={css.card}>
                  <input type="checkbox" checked={chosen.some(({ id }) => id === pick.id)} onChange={() => picker.toggle(pick)} />
                  <span className={css.name}>{pick.name}</span>
                  <span className={css.why}>
                    {pick.suggestion ? <Confidence of={pick.suggestion} /> : <span>{pick.identifier}</span>}
                    {pick.measures === undefined ? null : <span>{t('linking.measures', { count: pick.measures })}</span>}
                  </span>
                </label>
              ))}
              <button type="button" className={css.other} onClick={() => setSheet('search')}>
                <Search size={16} aria-hidden /> {t('linking.other_model')}
              </button>
            </section>
          </>
        ) : (
          <EmptyState title={progress.linked === progress.total ? t('linking.done', { count: progress.total }) : t('tree.nothing_found')} />
        )}
      </div>
      {progress.above > 0 ? (
        <p className={css.line}>
          <span>{t('linking.above', { count: progress.above, percent: format.percent(acceptedAbove) })}</span>
          <Button variant="link" loading={busy} onClick={() => void onAccept()}>
            {t('linking.accept_all')}
          </Button>
        </p>
      ) : null}
      {failure ? (
        <p className={css.failure} role="alert">
          <X size={14} aria-hidden /> {failure[1]}
        </p>
      ) : null}
      {last && lastRow ? (
        <p className={css.line} data-done>
          <CircleCheck size={16} aria-hidden />
          <span>{t('linking.linked_line', { name: lastRow.identifier ?? lastRow.name ?? '', count: Math.max(1, last[1].models.length) })}</span>
          <Button variant="link" icon={<Undo2 size={14} aria-hidden />} onClick={() => void linking.undo({ edit: last[1].edit ?? '', controls: [last[0]] })}>
            {t('linking.undo')}
          </Button>
        </p>
      ) : null}
      <div className={css.bar}>
        <button type="button" aria-label={t('linking.previous')} disabled={at <= 0} onClick={() => screen.step(-1)}>
          <ArrowUp size={18} aria-hidden />
        </button>
        <button type="button" aria-label={t('linking.next')} disabled={at >= order.length - 1} onClick={() => screen.step(1)}>
          <ArrowDown size={18} aria-hidden />
        </button>
        {row && waits && chosen.length === 0 ? (
          <button type="button" data-primary onClick={() => void screen.confirmLinks([row.id])}>
            <Check size={16} aria-hidden /> {t('linking.confirm')}
          </button>
        ) : (
          <button type="button" data-primary disabled={!row || chosen.length === 0} onClick={() => row && screen.link(row, chosen)}>
            {t('linking.link_count', { count: chosen.length })}
          </button>
        )}
      </div>
      {sheet === 'search' && row ? (
        <Modal
          sheet
          title={t('linking.other_model')}
          onClose={() => setSheet(undefined)}
          footer={
            <Button
              variant="primary"
              size="lg"
              wide
              disabled={chosen.length === 0}
              onClick={() => {
                setSheet(undefined)
                screen.link(row, chosen)
              }}
            >
              {t('linking.link_count', { count: chosen.length })}
            </Button>
          }
        >
          <div className={css.sheet}>
            <TextInput
              type="search"
              aria-label={t('linking.picker', { count: screen.suggestions.data?.total ?? 0 })}
              placeholder={t('linking.picker', { count: screen.suggestions.data?.total ?? 0 })}
              value={picker.search}
              onChange={(event) => picker.setSearch(event.currentTarget.value)}
            />
            <ModelList
              id="linking-sheet"
              label={t('linking.offered')}
              picker={picker}
              digits={false}
              onLink={(picks) => {
                setSheet(undefined)
                screen.link(row, picks)
              }}
            />
            <Button
              icon={<Plus size={14} aria-hidden />}
              onClick={() => {
                setSheet(undefined)
                void screen.makeModels([row.id])
              }}
            >
              {t('linking.new_model')}
            </Button>
          </div>
        </Modal>
      ) : null}
      {sheet === 'options' ? (
        <Modal title={t('linking.options')} onClose={() => setSheet(undefined)}>
          <div className={css.sheet}>
            <Filters screen={screen} />
            <TextInput
              type="search"
              aria-label={t('linking.search')}
              placeholder={t('linking.search')}
              value={screen.search}
              onChange={(event) => screen.changeSearch(event.currentTarget.value)}
            />
          </div>
        </Modal>
      ) : null}
    </div>
  )
}
