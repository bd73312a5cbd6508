/** Checks of the AI model's settings. Makes no calls. */
import { knownModel, priceOf } from '#server/ai/price.ts';
import type { Config } from '#server/platform/config.ts';
import { formatCount } from '#shared/counts.ts';
import { bad, type Finding, good, note } from './finding.ts';

const WARNING_DAYS = 90;
const DAY_MS = 86_400_000;

/** Fails if the model is retired; notes a retirement within 90 days, an assumed price, or a missing key. */
export function checkAiModel(config: Config, now: Date): Finding {
  const { OPENAI_API_KEY, OPENAI_MODEL: model, OPENAI_MODEL_RETIRES } = config;
  if (!OPENAI_API_KEY) return note('No API key: the AI tools return drafts built from the author’s own words.');
  const retires = OPENAI_MODEL_RETIRES ?? knownModel(model).retires;
  const days = retires ? Math.ceil((Date.parse(retires) - now.getTime()) / DAY_MS) : null;
  if (days !== null && days <= 0) return bad(`${model} was retired on ${retires}. Set OPENAI_MODEL to its successor.`);
  if (days !== null && days <= WARNING_DAYS)
    return note(
      `${model} will be retired on ${retires}, in ${formatCount(days, 'day')}. Set OPENAI_MODEL to its successor.`,
    );
  const { isAssumed } = priceOf(model, {
    input: config.OPENAI_INPUT_CENTS_PER_MILLION,
    output: config.OPENAI_OUTPUT_CENTS_PER_MILLION,
  });
  if (isAssumed)
    return note(
      `Deckle doesn’t know the price of ${model} and assumes a safe maximum, so the budget covers fewer responses. Set OPENAI_INPUT_CENTS_PER_MILLION and OPENAI_OUTPUT_CENTS_PER_MILLION.`,
    );
  return good(`${model} has a price and isn’t about to be retired.`);
}
