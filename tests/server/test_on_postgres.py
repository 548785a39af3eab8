"""The tables of a house that keeps them in PostgreSQL: what is true of a file is true of it."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from ..cluster import Cluster
from ..place import keep_in
from . import (
    test_at_once,
    test_clubs,
    test_dice_counts,
    test_guest_deletion,
    test_hints,
    test_lessons,
    test_live,
    test_notification_channels,
    test_operators,
    test_ratings,
    test_retention,
    test_review_worker,
    test_standing_in,
    test_takeback,
)

pytestmark = pytest.mark.xdist_group("postgres")

SAME: list[Callable[[Path], None]] = [
    test_live.test_a_repetition_is_known_after_a_restart,
    test_live.test_undo_takes_back_to_the_same_bytes_and_is_written_down,
    test_live.test_bots_play_on_and_people_are_waited_for,
    test_live.test_standing_orders,
    test_live.test_any_sign_may_come_from_outside,
    test_live.test_what_an_order_did_is_not_offered_to_be_undone,
    test_live.test_two_who_use_an_invitation_at_once_get_one_seat,
    test_live.test_a_form_sent_twice_opens_one_table,
    test_live.test_playing_again_leads_everybody_to_one_new_table,
    test_live.test_idle_tables_leave_memory_and_come_back,
    test_at_once.test_a_form_sent_twice_at_once_opens_one_table,
    test_clubs.test_a_swiss_goes_on_by_itself_and_after_a_restart,
    test_clubs.test_the_host_counts_what_does_not_end_and_it_is_told,
    test_clubs.test_links_are_replaced_and_names_told_apart,
    test_clubs.test_whoever_leaves_the_house_leaves_its_rooms,
    test_clubs.test_two_guests_that_become_one_are_in_a_room_once,
    test_clubs.test_what_is_too_old_goes,
    test_clubs.test_an_evening_whose_number_comes_again_has_dice_of_its_own,
    test_hints.test_who_agreed_is_remembered_when_the_house_opens_again,
    test_retention.test_chat_goes_when_its_time_is_up_and_the_game_stays,
    test_retention.test_guests_who_never_came_back_go_and_those_who_play_stay,
    test_guest_deletion.test_all_of_a_guest_is_found_moves_on_and_goes,
    test_guest_deletion.test_words_from_beside_a_table_go_at_once,
    test_guest_deletion.test_who_was_taken_from_a_chair_before_the_game_is_named_no_more,
    test_guest_deletion.test_two_who_become_one_were_taken_away_as_one,
    test_lessons.test_one_lesson_is_taken_up_again_and_not_opened_twice,
    test_notification_channels.test_channels_are_kept_and_move_on_and_go,
    test_operators.test_a_table_that_is_not_over_is_ended,
    test_operators.test_who_is_muted_stays_so_as_somebody_else,
    test_operators.test_nobody_is_mistaken_for_another_guest_without_a_name,
    test_operators.test_old_acts_go,
    test_ratings.test_only_those_count_who_all_wanted_it_before,
    test_ratings.test_hints_that_were_on_take_a_match_out_whatever_is_agreed_later,
    test_ratings.test_leaving_and_becoming_one_stay_true,
    test_review_worker.test_what_was_cut_off_is_made_when_the_house_opens_again,
    test_standing_in.test_a_bot_stands_in_also_after_a_restart,
    test_standing_in.test_a_renewed_invitation_replaces_the_old_one,
    test_takeback.test_a_question_outlives_a_restart,
    test_dice_counts.test_a_game_is_counted_when_it_ends_and_not_before,
]


@pytest.mark.parametrize("story", SAME, ids=lambda story: story.__name__.removeprefix("test_"))
def test_as_in_a_file(story: Callable[[Path], None], tmp_path: Path, postgres: Cluster) -> None:
    keep_in(tmp_path, postgres.fresh())
    story(tmp_path)
