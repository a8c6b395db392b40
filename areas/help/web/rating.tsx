import { useState } from 'react'
import type { Rating as Vote, WikiPage } from '#areas/help/contract/calls.ts'
import { failureText } from '#kit/web/api/client.ts'
import { useWords } from '#kit/web/i18n/words.ts'
import { Button } from '#kit/web/ui/button.tsx'
import { rate } from './wiki-api.ts'
import css from './help.module.css'

const votes = [
  [-1, 'no'],
  [0, 'kind_of'],
  [1, 'yes'],
] as const

/** Asks whether the page was helpful, and thanks; a vote can be changed by pressing another answer (SHL-15, SHL-16). */
export function Rating({ page }: { readonly page: WikiPage }) {
  const t = useWords('help')
  const [chosen, setChosen] = useState(page.current_rating)
  // Whoever has voted is thanked whenever they come back (SHL-16).
  const [told, setTold] = useState(() => (page.current_rating === null ? '' : t('thanks')))
  const [failed, setFailed] = useState('')
  if (!page.rating_right) return null
  const vote = async (value: Vote) => {
    setFailed('')
    try {
      const message = await rate(page.identifier, value)
      setChosen(value)
      setTold(message)
    } catch (reason) {
      setFailed(failureText(reason))
    }
  }
  return (
    <section className={css.rating} aria-label={t('rating.question')}>
      <p>{t('rating.question')}</p>
      <div className={css.votes}>
        {votes.map(([value, name]) => (
          <Button key={name} size="sm" aria-pressed={chosen === value} onClick={() => void vote(value)}>
            {t(`rating.${name}`)}
          </Button>
        ))}
      </div>
      <p role="status" className={css.thanks}>
        {told}
      </p>
      {failed ? (
        <p role="alert" className={css.failed}>
          {failed}
        </p>
      ) : null}
    </section>
  )
}
