/** Character traits for all genres, as fragments that follow a label. */
import type { CharacterRole } from '#shared/ai-tools.ts';

/** A flaw, the need that answers it, and the contradiction it leads to. */
export const ARCS: readonly { flaw: string; need: string; contradiction: string }[] = [
  {
    flaw: 'keeps score of every favour',
    need: 'accept help that cannot be paid back',
    contradiction: 'generous with everything except trust',
  },
  {
    flaw: 'would rather be right than be liked',
    need: 'lose one argument and stay in the room',
    contradiction: 'brilliant at other people’s problems, helpless with one simple apology',
  },
  {
    flaw: 'leaves before anyone else can',
    need: 'stay through one hard winter',
    contradiction: 'never unpacks, and remembers every birthday',
  },
  {
    flaw: 'lies to keep the peace',
    need: 'say the unwelcome thing out loud',
    contradiction: 'hates dishonesty in others with real passion',
  },
  {
    flaw: 'plans everything to the minute',
    need: 'trust a moment that was not planned',
    contradiction: 'carries a map and secretly hopes to get lost',
  },
  {
    flaw: 'cannot forgive an old mistake, least of all a personal one',
    need: 'be forgiven and allow it',
    contradiction: 'endlessly patient with beginners, merciless in the mirror',
  },
  {
    flaw: 'jokes whenever it hurts',
    need: 'be taken seriously without asking for it',
    contradiction: 'the loudest laugh in the room and the first to go home',
  },
  {
    flaw: 'obeys whoever speaks last',
    need: 'disappoint somebody on purpose',
    contradiction: 'gentle in company, ferocious at chess',
  },
  {
    flaw: 'collects secrets like coins',
    need: 'give one away for nothing',
    contradiction: 'knows everyone, and is known by nobody',
  },
  {
    flaw: 'thinks kindness is a trick',
    need: 'be kind first, with no way back',
    contradiction: 'feeds every stray cat in the street and denies it',
  },
  {
    flaw: 'takes the blame for things that were nobody’s fault',
    need: 'hand a burden back to its owner',
    contradiction: 'looks like a leader and waits for permission',
  },
  {
    flaw: 'chases praise and forgets the work',
    need: 'do one good thing that no one will ever see',
    contradiction: 'performs for hundreds, freezes in front of one',
  },
  {
    flaw: 'never asks a question when a guess will do',
    need: 'admit not knowing, in public',
    contradiction: 'reads three languages and not one face',
  },
  {
    flaw: 'holds on to what is already over',
    need: 'close the door gently and walk',
    contradiction: 'throws nothing away, and travels with one bag',
  },
  {
    flaw: 'turns every conversation into a contest',
    need: 'let somebody else win something that matters',
    contradiction: 'fiercely competitive, and always lets children cheat',
  },
  {
    flaw: 'protects people by keeping them in the dark',
    need: 'trust another person with the truth',
    contradiction: 'afraid of nothing except a phone call from home',
  },
  {
    flaw: 'acts first and reads the letter later',
    need: 'wait, once, until the anger has passed',
    contradiction: 'reckless on the road, careful with china',
  },
  {
    flaw: 'believes that wanting things is selfish',
    need: 'choose something and say so',
    contradiction: 'a talented bargainer who has never once bargained alone',
  },
  {
    flaw: 'remembers insults word for word',
    need: 'remember what came before them',
    contradiction: 'writes furious letters in a beautiful hand and sends none',
  },
  {
    flaw: 'works to avoid feeling anything',
    need: 'sit still until it catches up',
    contradiction: 'never takes a day off, and daydreams through meetings',
  },
  {
    flaw: 'trusts rules more than people',
    need: 'break the right rule for the right person',
    contradiction: 'returns lost coins, and once stole a boat',
  },
  {
    flaw: 'promises more than one life can hold',
    need: 'say no to someone beloved',
    contradiction: 'always late, always first to be asked',
  },
  {
    flaw: 'envies a friend and calls it worry',
    need: 'celebrate without comparing',
    contradiction: 'a loyal friend with a secret list of grievances',
  },
  {
    flaw: 'mistakes silence for strength',
    need: 'ask for what everybody else was given',
    contradiction: 'speaks rarely, and sings loudly in the car',
  },
];

export const VOICES: readonly string[] = [
  'short sentences, no adjectives, one dry joke a day',
  'answers questions with better questions',
  'starts in the middle and circles back to the beginning',
  'very polite, and politer when angry',
  'uses the vocabulary of the job for everything, including love',
  'finishes other people’s sentences, usually wrongly',
  'speaks in lists: first, second, and then what really matters',
  'soft, slow, with a pause just before the truth',
  'quotes a grandmother who may never have existed',
  'never says a name until it is needed',
  'apologizes before each sentence and then does not soften it',
  'talks faster the less there is to say',
  'hums while thinking and stops when lying',
  'loves a proverb and always gets one word wrong',
  'precise about numbers, vague about feelings',
  'a whisper that makes rooms go quiet',
  'switches to formal words when frightened',
  'tells the truth as if it were a joke',
  'says “obviously” about things nobody else has noticed',
  'thinks aloud, and is embarrassed to be answered',
];

export const FACES: readonly string[] = [
  'a face made for listening',
  'cropped grey hair and very dark eyebrows',
  'freckles that make every frown look younger',
  'eyes that measure doorways',
  'a crooked smile that arrives late',
  'tall, and stooping to hide it',
  'small and quick, like a bird deciding',
  'a scar through one eyebrow, explained differently each time',
  'broad shoulders and careful hands',
  'sleepless eyes with excellent manners',
  'curls that have won every argument with a comb',
  'a long, solemn face that children trust at once',
  'reading glasses pushed up and forgotten',
  'sunburn in all seasons',
  'a gap between the front teeth, shown only to friends',
  'the straight back of somebody once told to sit up',
];

export const CLOTHES: readonly string[] = [
  'a coat one size too big that belonged to someone else',
  'good shoes, carefully mended',
  'always one bright thing: a scarf, a button, a sock',
  'pockets full of string and receipts',
  'ink on the left cuff',
  'a watch that has stopped at ten past four',
  'the same jacket in every photograph',
  'sleeves pushed up even in winter',
  'clothes that could belong to anybody, on purpose',
  'a ring worn on a chain',
  'gardener’s knees and polished nails',
  'a hat in the hand, never on the head',
  'buttons done up wrong on bad days only',
  'boots that are heard before they are seen',
];

export const HABITS: readonly string[] = [
  'sits where the door can be seen',
  'folds paper into small exact squares',
  'taps out a tune nobody recognizes',
  'reads the last page first',
  'keeps walking while thinking, also indoors',
  'straightens pictures in other people’s houses',
  'counts stairs',
  'never finishes a cup of tea',
  'writes on the back of the hand',
  'touches wood, then laughs about it',
  'waves at trains',
  'checks the weather in a city far away',
  'hums when the silence gets too long',
  'peels oranges in one piece',
  'carries a stone from a beach and will not say which',
  'looks up whenever a door opens',
];

export const PARTS: Record<CharacterRole, readonly string[]> = {
  protagonist: [
    'the one who cannot let it go, and by page thirty cannot turn back',
    'makes the story happen by refusing the sensible way out',
    'the last person anyone would have picked, which is why it works',
    'starts the book wanting quiet and ends it making noise',
    'carries the question that the last page answers',
  ],
  antagonist: [
    'wants the same thing as the hero and is better prepared',
    'does the wrong thing for a reason that deserves an answer',
    'is losing something too, and will not lose it alone',
    'the hero of another version of this story',
    'always one step ahead, until being understood',
  ],
  ally: [
    'says the true thing at the worst time',
    'helps, and has a line that will not be crossed',
    'knows the hero’s old name and never uses it',
    'brings skill, jokes and a problem of another kind',
    'stays when it would be wiser to go',
  ],
  mentor: [
    'taught the hero everything except the one thing that matters now',
    'gives advice that costs something to give',
    'failed at this very task and kept the scar',
    'must be left behind before the end, and knows it',
    'opens the door, and refuses to go through it again',
  ],
  love_interest: [
    'sees the hero clearly and stays for a second look',
    'has a life that would be fine without the hero, and that is the charm',
    'is the one person the hero cannot fool',
    'stands on the other side of the question the book asks',
    'offers a way home that looks like a risk',
  ],
};

export const LINKS: readonly string[] = [
  'the memory that opens the first scene',
  'what this person will not talk about',
  'where the secret first shows',
  'give it to this person as an object that changes hands',
  'the subject that makes the voice change',
  'what draws this person into the plot against better judgement',
];
