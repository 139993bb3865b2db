import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { show } from '#tests/components/show.tsx'
import { componentStates } from '#tests/components/states.tsx'
import { Card } from './card.tsx'
import { Step, StepAdvice, Steps } from './steps.tsx'

componentStates('Steps', {
  usual: (
    <Card>
      <Steps label="First contact">
        <Step state="done" name="Power" spoken="done" said="It is on." />
        <Step state="trouble" name="Network" spoken="trouble" said="It does not answer.">
          <StepAdvice>
            <ul>
              <li>Look at the cable.</li>
              <li>Look at the switch.</li>
            </ul>
          </StepAdvice>
        </Step>
        <Step state="next" name="Clock" spoken="next" said="It is being asked." />
        <Step state="later" name="Readings" spoken="later" said="After the clock." />
      </Steps>
    </Card>
  ),
  empty: 'without steps there is no list of them',
  loading: (
    <Card>
      <Steps label="First contact">
        <Step state="next" name="Power" spoken="next" said="It is being asked." />
      </Steps>
    </Card>
  ),
  stale: 'what is known of a step says since when',
  error: (
    <Card>
      <Steps label="First contact">
        <Step state="trouble" name="Power" spoken="trouble" said="It is off." />
      </Steps>
    </Card>
  ),
  long: ({ name, word, text, code }) => (
    <Card>
      <Steps label={name}>
        <Step state="trouble" name={name} spoken={word} said={text}>
          <StepAdvice>{`${text} ${code}`}</StepAdvice>
        </Step>
        <Step state="later" name={code} spoken={word} said={code} />
      </Steps>
    </Card>
  ),
})

test('is a list in order, each with its state in a word for who hears it', async () => {
  await show(
    <Steps label="First contact">
      <Step state="done" name="Power" spoken="done" said="It is on." />
      <Step state="trouble" name="Network" spoken="trouble" said="It does not answer." />
    </Steps>,
  )
  const list = page.getByRole('list', { name: 'First contact' })
  expect(
    list
      .getByRole('listitem')
      .elements()
      .map((one) => one.textContent),
  ).toEqual(['Power: doneIt is on.', 'Network: troubleIt does not answer.'])
})
