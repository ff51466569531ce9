// What the first match of Mit List und Tücke points out, each once, when it is there to be seen.
import type { Play } from '../../table/play.svelte'
import { guide } from '../contract'
import { dangerTo, SAINT, threatsIn, type View } from './court'

const MURDERERS = ['poisoner', 'berserker', 'assassin', 'abbot']

const view = (play: Play): View => play.view as View
const own = (play: Play): string[] => view(play).hands[play.seat ?? 0] ?? []
const ownHand = (play: Play): string => `[data-place="hand:${play.seat}"]`
const others = (play: Play): number[] => play.around.filter((player) => !player.me).map((player) => player.seat)
const plays = (play: Play): boolean => play.myTurn && view(play).due === 'play'

/** A card of somebody else that these eyes have seen. */
function seen(play: Play): string | undefined {
  if (!(play.settings.memory_aid ?? true)) return
  return others(play)
    .flatMap((seat) => view(play).hands[seat] ?? [])
    .find((card) => card !== '?')
}

function inDanger(play: Play): string | undefined {
  return own(play).find((card) => dangerTo(view(play), card, play.seat ?? 0))
}

const held = (play: Play, card: string | undefined): string => `${ownHand(play)} [data-place="seen:${card}"]`

export default guide(
  [
    { id: 'goal', clause: 'LT.23', when: (play) => play.seat !== null, at: () => '.own .holdings' },
    {
      id: 'pass',
      clause: 'LT.5',
      when: (play) => play.myTurn && view(play).due === 'pass_light',
      at: ownHand,
    },
    { id: 'seen', clause: 'LT.6', when: (play) => plays(play) && !!seen(play), at: (play) => `.others [data-place="seen:${seen(play)}"]` },
    { id: 'play', clause: 'LT.7', when: plays, at: ownHand },
    {
      id: 'danger',
      clause: 'LT.12',
      when: (play) => plays(play) && !!inDanger(play),
      at: (play) => held(play, inDanger(play)),
    },
    {
      id: 'threat',
      clause: 'LT.12',
      when: (play) => plays(play) && threatsIn(view(play)).some((threat) => threat.seat !== play.seat),
      at: (play) => `[data-place="top:${threatsIn(view(play)).find((threat) => threat.seat !== play.seat)?.seat}"]`,
    },
    {
      id: 'murder',
      clause: 'LT.10',
      when: (play) => plays(play) && own(play).some((card) => MURDERERS.includes(card)),
      at: (play) => held(play, own(play).find((card) => MURDERERS.includes(card))),
    },
    {
      id: 'turned',
      clause: 'LT.11',
      when: (play) => view(play).piles[play.seat ?? 0]?.at(-1)?.eliminated === true,
      at: (play) => `[data-place="pile:${play.seat}"]`,
    },
    {
      id: 'saint',
      clause: 'LT.14',
      when: (play) => plays(play) && own(play).includes(SAINT),
      at: (play) => held(play, SAINT),
    },
    {
      id: 'start',
      clause: 'LT.8',
      when: (play) => plays(play) && view(play).round > 1 && view(play).start_player === play.seat,
      at: () => '.own .starts',
    },
    { id: 'worth', clause: 'LT.23', when: (play) => view(play).chapter > 1, at: () => '.worths' },
  ],
  {
    en: {
      goal: 'This is what you have won: tokens in three colours, points for eliminations, and behind the sign of equality what all of it counts right now. After four chapters the most points win.',
      pass: 'Keep one card and pass the other to the left. You will know what your neighbour holds, and your other neighbour will know one of yours. Dark cards follow, to the right.',
      seen: 'You know this card, as it passed through your hands. Look at what it does before it is played.',
      play: 'Everybody plays one card a round, onto a pile. What lies open at the end of the chapter brings the tokens printed on it. A tap tells you what a card does.',
      danger: 'This card is threatened: if you play it now, it is eliminated at once. Wait until the threat is covered by the next card there.',
      threat: 'This card threatens another one for as long as it lies open on top. The victim must not come now, unless its owner is the same.',
      murder: 'A murderer strikes in the moment of being played, and only a card that lies open on top somewhere else. Wait for the right victim: each one earns you a point.',
      turned: 'Your top card was eliminated, and the whole pile turned with it. These cards bring nothing, but the next one you play lies open again.',
      saint: 'The Saint cannot be eliminated, and what lies below her is safe for as long as she is on top. Her token makes a colour worth more.',
      start: 'Your open card had the highest rank: you hold the start-player card and play first. At the end of a chapter you also take your tokens first.',
      worth: 'A token is worth as many points as there are tokens of its colour left, here and in the chapel. Take what everybody takes, and it is soon worth little.',
    },
    de: {
      goal: 'Das hast du gewonnen: Plättchen in drei Farben, Punkte für Beseitigungen, und hinter dem Gleichheitszeichen, was alles zusammen jetzt zählt. Nach vier Kapiteln gewinnen die meisten Punkte.',
      pass: 'Behalte eine Karte und gib die andere nach links weiter. So weißt du, was dort auf der Hand ist; von rechts kommt eine Karte, die man dort kennt. Danach gehen dunkle Karten nach rechts.',
      seen: 'Diese Karte kennst du, sie ging durch deine Hand. Sieh nach, was sie kann, bevor sie gespielt wird.',
      play: 'Alle spielen jede Runde eine Karte auf ihren Stapel. Was am Ende des Kapitels offen liegt, bringt die aufgedruckten Plättchen. Tippe auf eine Karte, um zu lesen, was sie kann.',
      danger: 'Diese Karte ist bedroht: Spielst du sie jetzt, ist sie sofort beseitigt. Warte, bis dort die nächste Karte die Drohung zudeckt.',
      threat: 'Solange diese Karte offen obenauf liegt, bedroht sie eine andere. Die sollte jetzt nicht kommen, außer auf denselben Stapel.',
      murder: 'Mörder treffen nur in dem Augenblick, in dem sie gespielt werden, und nur eine Karte, die anderswo offen obenauf liegt. Warte auf das richtige Opfer: Jedes bringt dir einen Punkt.',
      turned: 'Deine oberste Karte wurde beseitigt, und der ganze Stapel ist mit ihr umgedreht. Diese Karten bringen nichts, aber die nächste, die du spielst, liegt wieder offen.',
      saint: 'Die Heilige kann nicht beseitigt werden, und was unter ihr liegt, ist sicher, solange sie obenauf ist. Ihr Plättchen macht eine Farbe wertvoller.',
      start: 'Deine offene Karte hatte den höchsten Rang: Du hast die Startspieler-Karte und spielst zuerst. Am Ende eines Kapitels nimmst du auch deine Plättchen zuerst.',
      worth: 'Ein Plättchen zählt so viele Punkte, wie von seiner Farbe noch übrig sind, hier und in der Kapelle. Was alle nehmen, ist bald wenig wert.',
    },
    fr: {
      goal: 'Voici ce que tu as gagné : des jetons de trois couleurs, des points d’élimination et, après le signe égal, ce que tout cela vaut maintenant. Après quatre chapitres, le plus de points l’emporte.',
      pass: 'Garde une carte et passe l’autre à gauche. Tu sauras ce qui s’y trouve, et à ta droite on saura une des tiennes. Les cartes sombres suivent, vers la droite.',
      seen: 'Tu connais cette carte : elle est passée par ta main. Regarde ce qu’elle fait avant qu’elle soit jouée.',
      play: 'À chaque tour de table, tout le monde joue une carte sur sa pile. Ce qui est visible à la fin du chapitre rapporte les jetons imprimés. Touche une carte pour lire son effet.',
      danger: 'Cette carte est menacée : jouée maintenant, elle est éliminée aussitôt. Attends que la carte suivante recouvre la menace.',
      threat: 'Tant que cette carte est visible au sommet, elle en menace une autre. Mieux vaut ne pas jouer celle-là, sauf sur la même pile.',
      murder: 'Un assassin frappe au moment où il est joué, et seulement une carte visible au sommet d’une autre pile. Attends la bonne victime : chacune te rapporte un point.',
      turned: 'Ta carte du sommet a été éliminée, et toute la pile s’est retournée. Ces cartes ne rapportent rien, mais la prochaine sera de nouveau visible.',
      saint: 'La Sainte ne peut pas être éliminée, et ce qui est sous elle est à l’abri tant qu’elle est au sommet. Son jeton donne de la valeur à une couleur.',
      start: 'Ta carte visible avait le plus haut rang : tu as la carte de premier joueur et tu joues en premier. À la fin d’un chapitre, tu prends aussi tes jetons en premier.',
      worth: 'Un jeton vaut autant de points qu’il reste de jetons de sa couleur, ici et dans la chapelle. Ce que tout le monde prend ne vaut bientôt plus grand-chose.',
    },
    it: {
      goal: 'Ecco che cosa hai vinto: gettoni di tre colori, punti per le eliminazioni e, dopo l’uguale, quanto vale tutto in questo momento. Dopo quattro capitoli vince chi ha più punti.',
      pass: 'Tieni una carta e passa l’altra a sinistra. Saprai che cosa c’è là, e a destra sapranno una delle tue. Poi tocca alle carte scure, verso destra.',
      seen: 'Questa carta la conosci: è passata dalla tua mano. Guarda che cosa fa prima che venga giocata.',
      play: 'A ogni giro tutti giocano una carta sulla propria pila. Ciò che è scoperto alla fine del capitolo porta i gettoni stampati. Tocca una carta per leggere che cosa fa.',
      danger: 'Questa carta è minacciata: se la giochi ora, viene subito eliminata. Aspetta che la prossima carta copra la minaccia.',
      threat: 'Finché questa carta è scoperta in cima, ne minaccia un’altra. Quella ora è meglio non giocarla, se non sulla stessa pila.',
      murder: 'Chi uccide colpisce nel momento in cui viene giocato, e solo una carta scoperta in cima a un’altra pila. Aspetta la vittima giusta: ognuna ti dà un punto.',
      turned: 'La tua carta in cima è stata eliminata, e con lei si è girata tutta la pila. Queste carte non portano nulla, ma la prossima sarà di nuovo scoperta.',
      saint: 'La Santa non può essere eliminata, e ciò che sta sotto di lei è al sicuro finché è in cima. Il suo gettone dà valore a un colore.',
      start: 'La tua carta scoperta aveva il rango più alto: hai la carta di primo giocatore e giochi per primo. Alla fine di un capitolo prendi per primo anche i gettoni.',
      worth: 'Un gettone vale tanti punti quanti gettoni del suo colore restano, qui e nella cappella. Ciò che prendono tutti presto vale poco.',
    },
  },
)
