import { Send } from 'lucide-react'
import { useState } from 'react'
import type { remindMembers } from '#areas/campaigns/contract/plan-calls.ts'
import type { CampaignResult } from '#areas/campaigns/contract/result-calls.ts'
import { api, failureText } from '#kit/web/api/client.ts'
import { useSession } from '#kit/web/api/session.ts'
import { useWords } from '#kit/web/i18n/words.ts'
import { Avatar } from '#kit/web/ui/avatar.tsx'
import { Button } from '#kit/web/ui/button.tsx'
import { Row } from '#kit/web/ui/layout.tsx'
import { Block } from '#kit/web/ui/page.tsx'
import { Text } from '#kit/web/ui/text.tsx'
import { toast } from '#kit/web/ui/toast.ts'
import css from './results.module.css'

/** Who owes answers whose day is over. */
export function LatePeople({ result }: { readonly result: CampaignResult }) {
  const t = useWords('campaigns')
  const { roles } = useSession()
  const [busy, setBusy] = useState(false)
  const late = result.lines.filter((line) => line.late)
  const may = roles.includes('global_pilote') || roles.includes('local_pilote')
  const remind = async (evaluations: number[]) => {
    setBusy(true)
    try {
      const { message } = await api.call<typeof remindMembers>('POST /campaign/{id}/remind', { params: { id: result.campaign.id }, body: { evaluations } })
      if (message) toast.success(message)
    } catch (reason) {
      toast.error(failureText(reason))
    }
    setBusy(false)
  }
  return (
    <Block span={4} title={t('results.late.title')} {...(late.length > 0 && { sub: t('results.late.sub', { count: late.length, of: result.lines.length }) })}>
      {late.length === 0 ? <p className={css.none}>{t('results.late.none')}</p> : null}
      <ul className={css.late}>
        {late.map((line) => (
          <Row as="li" align="center" gap={10} padY={8} edge="soft-above" size={13} key={line.evaluation}>
            <Avatar name={line.person ?? '?'} size={26} />
            <span>
              <Text as="b" weight={550}>
                {line.person ?? t('results.late.nobody')}
              </Text>
              <Text as="small" tone="quiet" size={12}>
                {t('results.late.progress', { perimeter: line.perimeter.name ?? '', answered: String(line.answered), asked: String(line.asked) })}
              </Text>
            </span>
            {may && line.person ? (
              <Button
                size="sm"
                icon={<Send size={13} aria-hidden />}
                disabled={busy}
                aria-label={t('results.late.remind_one', { name: line.person })}
                onClick={() => void remind([line.evaluation])}
              >
                {t('results.late.remind')}
              </Button>
            ) : null}
          </Row>
        ))}
      </ul>
      {may && late.length > 1 ? (
        <Button loading={busy} onClick={() => void remind(late.map(({ evaluation }) => evaluation))}>
          {t('results.late.remind_all', { count: late.length })}
        </Button>
      ) : null}
      {late.length > 0 ? <p className={css.none}>{t('results.late.text')}</p> : null}
    </Block>
  )
}
