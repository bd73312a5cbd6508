import type { GenreWords } from '../genre-words.ts';

export const mystery: GenreWords = {
  titles: {
    adjectives:
      'Silent Borrowed Unsigned Buried False Patient Missing Second Last Locked Perfect Forgotten Quiet Unlikely Faithful Broken'.split(
        ' ',
      ),
    nouns:
      'Alibi Witness Verdict Confession Ledger Motive Testimony Inquest Clue Disguise Inheritance Suspicion Signature Silence Coincidence Photograph Staircase Evidence'.split(
        ' ',
      ),
    plurals:
      'Lies Witnesses Motives Secrets Shadows Suspects Strangers Footprints Whispers Alibis Answers Letters'.split(' '),
    people: 'Coroner Lodger Inspector Archivist Stranger Juror Ferryman Executor Constable Clerk Neighbour Heir'.split(
      ' ',
    ),
    places: ['Harrow Lane', 'Gull Point', 'Marrow Street', 'Saltmarsh House', 'Number Nine', 'Cutler’s Row', 'Fenwick'],
    patterns: [
      'The {adj} {noun}',
      'The {person} at {place}',
      '{nouns} at {place}',
      'What the {person} Knew',
      'The {person}’s {noun}',
      'A {noun} of Little Importance',
      'Nobody Asked the {person}',
      'Death of a {adj} {person}',
      'The {noun} on {place}',
      'Three {nouns} and a {noun}',
      'A {adj} {noun} for the {person}',
      'After the {noun}',
    ],
    keyed: [
      'The {key} {noun}',
      'The {adj} {key} {noun}',
      'The {key} {nouns}',
      'A {key} {noun} for the {person}',
      'The {person} and the {key} {noun}',
    ],
  },
  surnames:
    'Marlow Vane Hollis Penrose Carrick Thorne Sayle Denholm Wexley Crane Ashby Lorimer Quill Rudd Falk Hartley'.split(
      ' ',
    ),
  jobs: [
    'harbour pilot',
    'insurance assessor',
    'court stenographer',
    'retired detective',
    'crime reporter',
    'pathologist',
    'hotel night manager',
    'probate clerk',
    'locksmith',
    'bookshop owner',
    'cold-case archivist',
    'village constable',
  ],
  wants: [
    'prove that the death ruled an accident was nothing of the kind',
    'clear the name of a brother who will not defend himself',
    'close one last case before the files are shredded',
    'find the person who sent the photograph',
    'learn why the victim changed the will a day too late',
    'get a confession that will stand up in court',
    'discover who else had a key to the locked room',
    'find the witness everyone says never existed',
  ],
  secrets: [
    'signed a false statement years ago and has been paying for it quietly',
    'was in the house that night and left by the garden',
    'recognized the weapon and said nothing',
    'keeps the missing page of the diary',
    'was once engaged to the victim under another name',
    'has read the sealed file and wishes it had stayed sealed',
    'gave the police an alibi that was not true',
    'knows the anonymous caller’s voice',
  ],
  settings: [
    'a harbour town out of season',
    'a country hotel cut off by floods',
    'a law firm the week before its merger',
    'a small island with one ferry a day',
    'a city terrace where nobody locks the back door',
    'a boarding school during the holidays',
    'a provincial theatre on its opening night',
    'an auction house after closing time',
  ],
  obstacles: [
    'a witness who changes the story each time it is told',
    'a chief inspector who has already closed the file',
    'a whole street that agreed on its version years ago',
    'a piece of evidence that went missing from a locked cupboard',
    'a suspect with an alibi no one can shake',
    'a family that would rather bury the truth with the body',
    'a second death that makes the first one look simple',
    'a confession that explains everything except the facts',
  ],
  stakes: [
    'an innocent person goes to prison for life',
    'the killer walks out of the inquest free',
    'the next name on the list is a child’s',
    'the only living witness disappears for good',
    'a respectable murderer gets the house, the money and the last word',
    'the case is closed and cannot be opened again',
    'the town buries its second victim before it has mourned its first',
    'the wrong signature stands',
  ],
  beats: [
    {
      name: 'The ordinary lie',
      ways: [
        'Everyone tells {hero} the same harmless story, and one detail in it cannot be true.',
        'A favour for an old friend brings {hero} to a house where nobody mourns.',
        'The day starts with a routine signature, and the date on the paper is wrong.',
        'A stranger asks {hero} for directions to a house that burned down years ago.',
      ],
    },
    {
      name: 'The body',
      ways: [
        'A body is found in a place that was searched the night before.',
        'The victim is the one person everyone claims to have liked.',
        'A death that looks natural leaves one chair facing the wrong way.',
        'The guest of honour fails to come down to dinner, and the door is locked from inside.',
      ],
    },
    {
      name: 'The first answer',
      ways: [
        'The obvious suspect has a motive, a weapon and a very good lie.',
        'A neat chain of clues leads to {rival}, a little too neatly.',
        'An arrest is made, and the one person who doubts it is {hero}.',
        'A confession arrives by post, in somebody else’s handwriting.',
      ],
    },
    {
      name: 'The turn',
      ways: [
        'The first answer breaks: the clock in the photograph shows the wrong hour.',
        'A second death clears the only suspect and makes {ally} the next one.',
        'The missing letter turns up in the pocket of the victim’s own coat.',
        'It was never about the money: the victim was killed for what the house contained.',
      ],
    },
    {
      name: 'The cost',
      ways: [
        'To follow the truth means to expose {ally}, who lied out of love.',
        'The case is taken away, and with it every door that used to open.',
        'Someone has searched the room and taken only the proof.',
        'A mistake in the early days has cost a life, and it was an avoidable one.',
      ],
    },
    {
      name: 'The trap',
      ways: [
        'All the suspects are brought back to the room for a reading of the will that was never written.',
        'A false clue is planted, and only the murderer could know that it is false.',
        'The events of the night are played again, minute by minute, until one person corrects a detail.',
        'With {ally} as bait, the killer is given one more chance to tidy up.',
      ],
    },
    {
      name: 'The truth',
      ways: [
        'The killer is the one who helped most, and the first small lie of the book was the clue.',
        'The truth comes out quietly, over tea, to someone who already guessed.',
        'Justice is done, though not the kind the law had in mind.',
        'The case closes, and one question stays open on purpose: who sent the first letter.',
      ],
    },
  ],
  hooks: [
    'Everyone agrees on what happened that night. That is the first thing wrong with it.',
    'The dead do not lie. The living, in this case, do little else.',
    'Four people had a reason. One had a key.',
    'The verdict was accident. The handwriting says otherwise.',
    'Some doors are locked to keep people out. This one was locked to keep a story in.',
    'It takes a very tidy murderer to leave nothing but a question.',
  ],
  turns: [
    'Then the one reliable witness takes it all back.',
    'Then a second body is found, and it is the prime suspect’s.',
    'Then an old case file arrives by post, with a familiar name underlined.',
    'Then the alibi everyone trusted turns out to be a kindness.',
    'Every answer points to the next closed door.',
    'The nearer the truth comes, the fewer people want to hear it.',
  ],
  promises: [
    'A fair-play mystery with every clue on the page, for readers who love to be one step behind.',
    'For fans of patient detectives, long memories and endings that have been in plain sight all along.',
    'A whodunit for readers who check the alibis themselves.',
    'Settle in, trust nobody, and count the chairs.',
    'A clever, character-led mystery that plays fair to the last page.',
  ],
};
