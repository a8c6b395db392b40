import { useState } from 'react'
import type { Rating as Vote, WikiPage } from '#areas/help/contract/calls.ts'
import { failureText } from '#kit/web/api/client.ts'
import { useWords } from '#kit/web/i18n/words.ts'
import { Button } from '#kit/web/ui/button.tsx'
import { Box, Row } from '#kit/web/ui/layout.tsx'
import { Text } from '#kit/web/ui/text.tsx'
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
  const [notice, setNotice] = useState(() => (page.current_rating === null ? '' : t('thanks')))
  const [failed, setFailed] = useState('')
  if (!page.rating_right) return null
  const vote = async (value: Vote) => {
    setFailed('')
    try {
      const message = await rate(page.identifier, value)
      setChosen(value)
      setNotice(message)
    } catch (reason) {
      setFailed(failureText(reason))
    }
  }
  return (
    <Box as="section" above={24} padY={12} padX={16} edge="all" corner={8} className={css.rating} aria-label={t('rating.question')}>
      <Text as="p" below={8} weight={500}>
        {t('rating.question')}
      </Text>
      <Row wrap gap={8} className={css.votes}>
        {votes.map(([value, name]) => (
          <Button key={name} size="sm" aria-pressed={chosen === value} onClick={() => void vote(value)}>
            {t(`rating.${name}`)}
          </Button>
        ))}
      </Row>
      <Text role="status" as="p" below={8} weight={500} className={css.thanks}>
        {notice}
      </Text>
      {failed ? (
        <Text role="alert" as="p" below={8} weight={500} className={css.failed}>
          {failed}
        </Text>
      ) : null}
    </Box>
  )
}
